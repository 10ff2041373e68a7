// Chooses the language of the app on this device, in the menu of visitors. Members have the settings.
import { useState } from 'react';
import { language } from '#client/device/language.ts';
import { t } from '#client/device/texts.ts';
import { languageNames } from '#client/ui/language-names.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { Select } from '#client/ui/Select.tsx';
import { languageOf, type Language } from '#shared/rules/languages.ts';
import { chooseLanguage } from './choose-language.ts';

export function LanguageSelect() {
  const [hasFailed, setFailed] = useState(false);
  const choose = async (chosen: Language): Promise<void> => {
    setFailed(false);
    setFailed(!(await chooseLanguage(chosen)));
  };
  return (
    <>
      <Select
        label={t('Language')}
        value={languageOf(language()) ?? 'en'}
        onValue={(chosen) => void choose(chosen)}
        options={languageNames()}
      />
      {hasFailed && (
        <Notice tone="error">{t('This language could not be loaded. Please try again when you have a connection.')}</Notice>
      )}
    </>
  );
}
