// Loads the words of the language in which the app is shown, before anything is shown.
import { chosenLanguage, language, setLanguage } from '#client/device/language.ts';

const words = () => import('./words-of-language.ts');

/**
 * Without a choice, the app is shown in the page's language, which the server selected by the languages of the browser. Returns true
 * if the app is shown in the page's language.
 */
export async function loadLanguage(): Promise<boolean> {
  const ofPage = document.documentElement.lang;
  const wanted = chosenLanguage() ?? ofPage;
  // A device without connection may not have the file yet.
  const isFound =
    wanted !== 'en' &&
    (await words()
      .then(({ showIn }) => showIn(wanted))
      .catch(() => false));
  if (!isFound) setLanguage('en', 'ltr');
  return language() === ofPage;
}

/** Adds the texts of the pages for visitors and administrators, which the screen that `load` returns needs. */
export async function withPageTexts<Screen>(load: () => Promise<Screen>): Promise<Screen> {
  const tag = language();
  const adding =
    tag === 'en'
      ? null
      : words()
          .then(({ addPageTexts }) => addPageTexts(tag))
          .catch(() => null);
  const [screen] = await Promise.all([load(), adding]);
  return screen;
}
