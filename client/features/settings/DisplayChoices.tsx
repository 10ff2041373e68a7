// Language, theme and units, shared by all of the member's devices.
import { followChoice } from '#client/device/language-choice.ts';
import { t } from '#client/device/texts.ts';
import { languageNames } from '#client/ui/language-names.ts';
import { Select } from '#client/ui/Select.tsx';
import type { SectionProps } from './section-props.ts';

export const themeTexts = () => ({ system: t('Same as the system'), light: t('theme|Light'), dark: t('theme|Dark') });

/** Reloads the page at this section, so that it is in view and has the focus in the new language too. */
function reloadHere(): void {
  history.replaceState(history.state, '', '#display');
  location.reload();
}

export function DisplayChoices({ chosen, onChoose, onSave }: SectionProps) {
  return (
    <>
      <Select
        label={t('Language')}
        value={chosen.language}
        // All texts are in the new language after a reload. The screen shows why a choice could not be saved.
        onValue={(language) =>
          void onSave({ language })
            .then(followChoice)
            .then(reloadHere, () => undefined)
        }
        options={{ auto: t('Same as the device'), ...languageNames() }}
      />
      <div className="settings-pair">
        <Select label={t('Theme')} value={chosen.theme} onValue={(theme) => onChoose({ theme })} options={themeTexts()} />
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
