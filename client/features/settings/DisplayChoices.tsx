// Theme and units, shared by all of the member's devices.
import { Select } from '#client/ui/Select.tsx';
import type { SectionProps } from './sections.ts';

export function DisplayChoices({ chosen, onChoose }: SectionProps) {
  return (
    <div className="settings-pair">
      <Select
        label="Theme"
        value={chosen.theme}
        onValue={(theme) => onChoose({ theme })}
        options={{ system: 'Same as the system', light: 'Light', dark: 'Dark' }}
      />
      <Select
        label="Distances"
        value={chosen.units}
        onValue={(units) => onChoose({ units })}
        options={{ auto: 'Usual for my language', miles: 'Miles and feet', metric: 'Kilometres and metres' }}
      />
    </div>
  );
}
