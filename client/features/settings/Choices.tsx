// What a member chooses once and for all devices: how exactly he is seen, what others and his lock screen learn, units and theme.
import { useState } from 'react';
import type { PositionPrecision, Preferences, SettingsChange } from '#shared/contract/settings.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Select } from '#client/ui/Select.tsx';
import { Switch } from '#client/ui/Choice.tsx';

export interface ChoicesProps {
  readonly chosen: Preferences;
  readonly onSave: (change: SettingsChange) => void;
}

const precisionLabels: Readonly<Record<PositionPrecision, string>> = {
  area: 'Area, about 1 km',
  wide: 'Wide area, about 3 km',
  exact: 'Exactly where I place myself',
};

const precisionHelp: Readonly<Record<PositionPrecision, string>> = {
  area: 'Others see you somewhere in a square of about a kilometre. It is always the same square for the same place, so nobody can find out more by looking often.',
  wide: 'Others see you somewhere in a square of about three kilometres: further from the truth, and lists are less well sorted.',
  exact: 'The point where you put your marker by hand is shown as it is. What your GPS says is always shown as an area.',
};

export function Choices({ chosen, onSave }: ChoicesProps) {
  const [isExactAsked, setExactAsked] = useState(false);
  const choosePrecision = (positionPrecision: PositionPrecision): void => {
    if (positionPrecision === 'exact') setExactAsked(true);
    else onSave({ positionPrecision });
  };
  return (
    <>
      <section className="card">
        <h2>Where others see you</h2>
        <Select
          label="Precision"
          value={chosen.positionPrecision}
          onValue={choosePrecision}
          options={precisionLabels}
          help={precisionHelp[chosen.positionPrecision]}
        />
      </section>
      <section className="card choices">
        <h2>Privacy</h2>
        <Switch label="Show when I have seen a message" isOn={chosen.sendSeen} onChange={(sendSeen) => onSave({ sendSeen })} />
        <Switch label="Show when I am typing" isOn={chosen.sendTyping} onChange={(sendTyping) => onSave({ sendTyping })} />
        <Switch
          label="Previews in notifications"
          help="Shows the name and the first words on your lock screen. Without it, a notification says only that there is something new."
          isOn={chosen.previews}
          onChange={(previews) => onSave({ previews })}
        />
      </section>
      <section className="card">
        <h2>Display</h2>
        <Select
          label="Theme"
          value={chosen.theme}
          onValue={(theme) => onSave({ theme })}
          options={{ system: 'As the system', light: 'Light', dark: 'Dark' }}
        />
        <Select
          label="Distances"
          value={chosen.units}
          onValue={(units) => onSave({ units })}
          options={{ auto: 'As is usual in my language', miles: 'Miles and feet', metric: 'Kilometres and metres' }}
        />
      </section>
      <Dialog isOpen={isExactAsked} onClose={() => setExactAsked(false)} title="Show an exact point?">
        <p>{precisionHelp.exact}</p>
        <p>Anybody who is a member can then walk to that point. Don&apos;t put it on your door.</p>
        <div className="row">
          <Button
            look="main"
            onClick={() => {
              setExactAsked(false);
              onSave({ positionPrecision: 'exact' });
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
