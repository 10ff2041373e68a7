// Loads the words of the device's language, before anything is shown.
import { chosenLanguage, setLanguage } from '#client/device/language.ts';
import { setWords } from '#client/device/texts.ts';
import type { Words } from '#shared/formats/texts.ts';

/** English is in the code. */
const files: Readonly<Record<string, () => Promise<Words>>> = {
  'en-XA': async () => (await import('#shared/languages/pseudo.ts')).pseudo,
};

/** True if the page is not shown in English, in which it was made. */
export async function loadLanguage(): Promise<boolean> {
  const chosen = String(chosenLanguage());
  const load = Object.hasOwn(files, chosen) ? files[chosen] : undefined;
  if (load === undefined) return false;
  setWords(await load());
  setLanguage(chosen);
  return true;
}
