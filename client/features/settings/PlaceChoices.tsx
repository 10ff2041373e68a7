// The choices of how exactly others see the member's location, and whether they see it at all.
import { t } from '#client/device/texts.ts';
import { useState } from 'react';
import { lengthText } from '#shared/formats/measures.ts';
import type { PositionPrecision } from '#shared/contract/settings.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { locale } from '#client/device/locale.ts';
import { useLocationHidden } from '#client/features/positions/use-location-hidden.ts';
import { Button } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/Switch.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Select } from '#client/ui/Select.tsx';
import type { SectionProps } from './section-props.ts';

/** In English. */
const help = {
  area: 'Others see you somewhere in a square of about {distance}. The square is always the same for the same place, so checking often reveals nothing more.',
  wide: 'Others see you somewhere in a square of about {distance}: this is less precise, also in lists by distance.',
  exact: 'The point where you place your marker by hand is shown exactly. Your GPS location is always shown as an area.',
} as const satisfies Readonly<Record<PositionPrecision, string>>;

export function PlaceChoices({ chosen, onChoose }: SectionProps) {
  const [area, wide] = useSquares();
  const [isConfirmingExact, setConfirmingExact] = useState(false);
  const [isHidden, setHidden] = useLocationHidden();
  const choose = (positionPrecision: PositionPrecision): void => {
    if (positionPrecision === 'exact') setConfirmingExact(true);
    else onChoose({ positionPrecision });
  };
  return (
    <>
      <Select
        label={t('Precision')}
        value={chosen.positionPrecision}
        onValue={choose}
        options={{
          area: t('Area, about {distance}', { distance: area }),
          wide: t('Wide area, about {distance}', { distance: wide }),
          exact: t('Exactly where I place myself'),
        }}
        help={t(help[chosen.positionPrecision], { distance: chosen.positionPrecision === 'wide' ? wide : area })}
      />
      <Switch
        label={t('Hide me on the map')}
        help={t('Applies to all your devices. Nobody sees you on the map or in lists, but chats and likes still work.')}
        isOn={isHidden}
        onChange={setHidden}
      />
      <Dialog isOpen={isConfirmingExact} onClose={() => setConfirmingExact(false)} title={t('Show an exact point?')}>
        <p>{t(help.exact)}</p>
        <p>{t('Any member can then walk to that point. Don’t place it at your home.')}</p>
        <div className="row">
          <Button
            look="main"
            onClick={() => {
              setConfirmingExact(false);
              onChoose({ positionPrecision: 'exact' });
            }}
          >
            {t('Show it exactly')}
          </Button>
          <Button onClick={() => setConfirmingExact(false)}>{t('Cancel')}</Button>
        </div>
      </Dialog>
    </>
  );
}

/** The sides of the squares of the public grid, in the member's units. */
export function useSquares(): readonly [area: string, wide: string] {
  const isInMiles = useDistanceUnits() === 'miles';
  const text = (miles: number, kilometres: number): string =>
    lengthText(isInMiles ? { value: miles, unit: 'mi' } : { value: kilometres, unit: 'km' }, locale());
  return [text(0.6, 1), text(2, 3)];
}
