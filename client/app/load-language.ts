// Loads the words of the device's language, before anything is shown.
import { deviceKeys, readLocal } from '#client/device/storage.ts';
import { setWords } from '#client/device/texts.ts';
import type { Words } from '#shared/formats/texts.ts';

/** English is in the code. */
const languages: Readonly<Record<string, () => Promise<Words>>> = {
  'en-XA': async () => (await import('#shared/languages/pseudo.ts')).pseudo,
};

/** True if the page's language was replaced by another one. */
export async function loadLanguage(): Promise<boolean> {
  const chosen = readLocal(deviceKeys.language);
  const load = typeof chosen === 'string' ? languages[chosen] : undefined;
  if (load === undefined) return false;
  setWords(await load());
  return true;
}
