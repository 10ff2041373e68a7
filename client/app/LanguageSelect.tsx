// Chooses the language of the app on this device. Visitors find it in the menu, and members have the settings.
import { useState } from 'react';
import { language } from '#client/device/language.ts';
import { chooseOnDevice } from '#client/device/language-choice.ts';
import { t } from '#client/device/texts.ts';
import { languageNames } from '#client/ui/language-names.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { Select } from '#client/ui/Select.tsx';
import { languageOf, type Language } from '#shared/rules/languages.ts';
import { loadWords } from './words-of-language.ts';

export function LanguageSelect() {
  const [hasFailed, setFailed] = useState(false);
  const choose = async (chosen: Language): Promise<void> => {
    setFailed(false);
    const isThere = await loadWords(chosen)
      .then(() => chooseOnDevice(chosen))
      .catch(() => false);
    if (isThere) location.reload();
    else setFailed(true);
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
