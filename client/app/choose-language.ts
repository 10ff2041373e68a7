// Shows the app in another language on this device.
import { chooseOnDevice } from '#client/device/language-choice.ts';
import { languageParameter, type Language } from '#shared/rules/languages.ts';
import { loadWords } from './words-of-language.ts';

/** Stores the choice and reloads the page in that language. False if the language's files cannot be loaded. */
export async function chooseLanguage(chosen: Language): Promise<boolean> {
  const isThere = await loadWords(chosen)
    .then(() => chooseOnDevice(chosen))
    .catch(() => false);
  if (isThere) reloadInLanguage();
  return isThere;
}

/** Removes a language from the address, because it would be used instead of the chosen one. */
function reloadInLanguage(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has(languageParameter)) return location.reload();
  address.searchParams.delete(languageParameter);
  location.replace(address);
}
