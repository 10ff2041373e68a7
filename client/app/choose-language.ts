// Shows the app in another language on this device.
import { chooseOnDevice } from '#client/device/language-choice.ts';
import { languageParameter, type Language } from '#shared/rules/languages.ts';
import { loadWords } from './words-of-language.ts';

/** Reloads the page in the language. False if the files of the language cannot be loaded. */
export async function chooseLanguage(chosen: Language): Promise<boolean> {
  const isThere = await loadWords(chosen)
    .then(() => chooseOnDevice(chosen))
    .catch(() => false);
  if (isThere) reloadInLanguage();
  return isThere;
}

/** An address that names a language would show the page in that one. */
function reloadInLanguage(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has(languageParameter)) return location.reload();
  address.searchParams.delete(languageParameter);
  location.replace(address);
}
