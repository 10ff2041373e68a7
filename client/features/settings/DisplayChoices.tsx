// Language, theme and units, shared by all of the member's devices.
import { languages, type Language } from '#shared/rules/languages.ts';
import { ownLanguageName } from '#shared/formats/words.ts';
import { t } from '#client/device/texts.ts';
import { Select } from '#client/ui/Select.tsx';
import type { SectionProps } from './sections.ts';

export function DisplayChoices({ chosen, onChoose, onSave }: SectionProps) {
  return (
    <>
      <Select
        label={t('Language')}
        value={chosen.language}
        // All texts are in the other language after a reload. The screen shows why a choice could not be saved.
        onValue={(language) =>
          void onSave({ language }).then(
            () => location.reload(),
            () => undefined,
          )
        }
        options={languageOptions()}
      />
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
    </>
  );
}

const languageOptions = () =>
  ({
    auto: t('Same as the device'),
    ...Object.fromEntries(languages.map((tag) => [tag, ownLanguageName(tag)])),
  }) as Record<Language | 'auto', string>;
