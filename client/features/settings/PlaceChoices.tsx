// The choices of how exactly others see the member's location, and whether they see it at all.
import { t } from '#client/device/texts.ts';
import { useState } from 'react';
import type { PositionPrecision } from '#shared/contract/settings.ts';
import { locationHidden } from '#client/device/location-hidden.ts';
import { Button } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/Choice.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Select } from '#client/ui/Select.tsx';
import { useStore } from '#client/device/store.ts';
import type { SectionProps } from './sections.ts';

/** In English. */
const help = {
  area: 'Others see you somewhere in a square of about a kilometre. The square is always the same for the same place, so checking often reveals nothing more.',
  wide: 'Others see you somewhere in a square of about three kilometres: this is less precise, also in lists by distance.',
  exact: 'The point where you place your marker by hand is shown exactly. Your GPS location is always shown as an area.',
} as const satisfies Readonly<Record<PositionPrecision, string>>;

export function PlaceChoices({ chosen, onChoose }: SectionProps) {
  const [isConfirmingExact, setConfirmingExact] = useState(false);
  const isHidden = useStore(locationHidden);
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
        options={{ area: t('Area, about 1 km'), wide: t('Wide area, about 3 km'), exact: t('Exactly where I place myself') }}
        help={t(help[chosen.positionPrecision])}
      />
      <Switch
        label={t('Hide me on the map')}
        help={t('Applies to all your devices. Nobody sees you on the map or in lists, but chats and likes still work.')}
        isOn={isHidden}
        onChange={(isOn) => locationHidden.set(isOn)}
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
