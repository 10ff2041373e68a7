// Loads the words of the device's language, before anything is shown.
import { chosenLanguage } from '#client/device/language.ts';

/** True if the app is not shown in English, in which its pages were made. */
export async function loadLanguage(): Promise<boolean> {
  const chosen = chosenLanguage();
  if (chosen === null) return false;
  // A device without connection may not have the file yet.
  return import('./words-of-language.ts').then(({ showIn }) => showIn(chosen)).catch(() => false);
}

/** Adds the texts of pages, so that the screen that `load` returns can be shown. */
export async function withPageTexts<Screen>(load: () => Promise<Screen>): Promise<Screen> {
  const chosen = chosenLanguage();
  const adding =
    chosen === null ? null : import('./words-of-language.ts').then(({ addPageTexts }) => addPageTexts(chosen)).catch(() => null);
  const [screen] = await Promise.all([load(), adding]);
  return screen;
}
