// How the app looks and in which units it tells distances, on all of the member's devices.
import { Select } from '#client/ui/Select.tsx';
import type { SectionProps } from './sections.ts';

export function DisplayChoices({ chosen, onChoose }: SectionProps) {
  return (
    <div className="settings-pair">
      <Select
        label="Theme"
        value={chosen.theme}
        onValue={(theme) => onChoose({ theme })}
        options={{ system: 'As the system', light: 'Light', dark: 'Dark' }}
      />
      <Select
        label="Distances"
        value={chosen.units}
        onValue={(units) => onChoose({ units })}
        options={{ auto: 'As is usual in my language', miles: 'Miles and feet', metric: 'Kilometres and metres' }}
      />
    </div>
  );
}
