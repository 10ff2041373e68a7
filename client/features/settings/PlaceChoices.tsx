// The choices of how exactly others see the member's location, and whether they see it at all.
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
  area: 'Others see you somewhere in a square of about a kilometre. The square is always the same for the same place, so checking often reveals nothing more.',
  wide: 'Others see you somewhere in a square of about three kilometres: this is less precise, also in lists by distance.',
  exact: 'The point where you place your marker by hand is shown exactly. Your GPS location is always shown as an area.',
};

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
        label="Precision"
        value={chosen.positionPrecision}
        onValue={choose}
        options={labels}
        help={help[chosen.positionPrecision]}
      />
      <Switch
        label="Hide me on the map"
        help="Applies to all your devices. Nobody sees you on the map or in lists, but chats and likes still work."
        isOn={isHidden}
        onChange={(isOn) => locationHidden.set(isOn)}
      />
      <Dialog isOpen={isConfirmingExact} onClose={() => setConfirmingExact(false)} title="Show an exact point?">
        <p>{help.exact}</p>
        <p>Any member can then walk to that point. Don’t place it at your home.</p>
        <div className="row">
          <Button
            look="main"
            onClick={() => {
              setConfirmingExact(false);
              onChoose({ positionPrecision: 'exact' });
            }}
          >
            Show it exactly
          </Button>
          <Button onClick={() => setConfirmingExact(false)}>Cancel</Button>
        </div>
      </Dialog>
    </>
  );
}
