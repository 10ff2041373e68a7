// Choices of how precisely others see the position of the member, and hiding.
import { useState } from 'react';
import type { PositionPrecision } from '#shared/contract/settings.ts';
import { locationHidden } from '#client/device/location-hidden.ts';
import { Button } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/Choice.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Select } from '#client/ui/Select.tsx';
import { useStore } from '#client/device/store.ts';
import type { SectionProps } from './sections.ts';

const labels: Readonly<Record<PositionPrecision, string>> = {
  area: 'Area, about 1 km',
  wide: 'Wide area, about 3 km',
  exact: 'Exactly where I place myself',
};

const help: Readonly<Record<PositionPrecision, string>> = {
  area: 'Others see you somewhere in a square of about a kilometre. It is always the same square for the same place, so nobody can find out more by checking often.',
  wide: 'Others see you somewhere in a square of about three kilometres: less precise, and lists are sorted less exactly.',
  exact: 'The point where you put your marker by hand is shown as it is. What your GPS says is always shown as an area.',
};

export function PlaceChoices({ chosen, onChoose }: SectionProps) {
  const [isExactAsked, setExactAsked] = useState(false);
  const isHidden = useStore(locationHidden);
  const choose = (positionPrecision: PositionPrecision): void => {
    if (positionPrecision === 'exact') setExactAsked(true);
    else onChoose({ positionPrecision });
  };
  return (
    <>
      <Select
        label="Precision"
        value={chosen.positionPrecision}
        onValue={choose}
        options={labels}
        help={help[chosen.positionPrecision]}
      />
      <Switch
        label="Hide me on the map"
        help="On all your devices, nobody sees you on the map or in lists. Chats and likes still work."
        isOn={isHidden}
        onChange={(isOn) => locationHidden.set(isOn)}
      />
      <Dialog isOpen={isExactAsked} onClose={() => setExactAsked(false)} title="Show an exact point?">
        <p>{help.exact}</p>
        <p>Any member can then walk to that point. Don&apos;t put it on your door.</p>
        <div className="row">
          <Button
            look="main"
            onClick={() => {
              setExactAsked(false);
              onChoose({ positionPrecision: 'exact' });
            }}
          >
            Show it exactly
          </Button>
          <Button onClick={() => setExactAsked(false)}>Cancel</Button>
        </div>
      </Dialog>
    </>
  );
}
