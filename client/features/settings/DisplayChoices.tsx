// Theme and units, shared by all of the member's devices.
import { t } from '#client/device/texts.ts';
import { Select } from '#client/ui/Select.tsx';
import type { SectionProps } from './sections.ts';

export function DisplayChoices({ chosen, onChoose }: SectionProps) {
  return (
    <div className="settings-pair">
      <Select
        label={t('Theme')}
        value={chosen.theme}
        onValue={(theme) => onChoose({ theme })}
        options={{ system: t('Same as the system'), light: t('theme|Light'), dark: t('theme|Dark') }}
      />
      <Select
        label={t('Distances')}
        value={chosen.units}
        onValue={(units) => onChoose({ units })}
        options={{ auto: t('Usual for my language'), miles: t('Miles and feet'), metric: t('Kilometres and metres') }}
      />
    </div>
  );
}
