// Finds the texts of a page that stay English in the pseudo language, without what members wrote and formatted dates and measures.
import type { Page } from 'playwright-core';
import { ownLanguageName } from '#shared/formats/words.ts';
import { languages } from '#shared/rules/languages.ts';

/**
 * Remembers every text in the server's answers from now on, as members' own words, the brand's, and the commit of an older build.
 */
export function rememberAnswers(page: Page): () => string {
  let words = '';
  page.on('response', (response) => {
    if (!/\/api\/|\/version_frontend/.test(response.url())) return;
    void response.json().then(
      (answer) => void (words += `\n${stringsIn(answer).join('\n')}`),
      () => undefined,
    );
  });
  return () => words;
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Words of dates, times and measures, which have no language of their own in the pseudo language. */
const formatted =
  /\b(?:[AP]M|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|June|July|August|September|October|November|December|yesterday|today|tomorrow|ago|in|now|and|at|(?:second|minute|hour|day|week|month|year)s?|sec|min|hrs?|mi|ft|km|cm|lbs?|kg|kB|MB|GB|ms)\b/gi;

/** In the pseudo language these letters have accents. */
const plain = /[aceinosu]/i;

/** Each text with the element that shows it. */
export async function untranslatedTexts(page: Page, known: string): Promise<string[]> {
  const shown = await page.evaluate(findShownTexts);
  const words = known + shown.brand + languages.map(ownLanguageName).join('\n');
  const isKnown = (text: string): boolean => words.includes(text.replace(/…$/, '').trim());
  const isEnglish = (word: string): boolean => plain.test(word) && !isKnown(word);
  return shown.texts
    .filter(({ text }) => !isKnown(text) && (text.replace(formatted, ' ').match(/\p{L}{2,}/gu) ?? []).some(isEnglish))
    .map(({ text, where }) => `${where}: ${text}`);
}

/** Runs in the page. */
function findShownTexts() {
  const whereOf = ({ localName, classList, parentElement }: Element): string =>
    [parentElement?.localName ?? '', [localName, ...classList].join('.')].join(' > ');
  const texts: { text: string; where: string }[] = [{ text: document.title, where: 'title' }];
  const add = (text: string | null | undefined, where: string): void => {
    const trimmed = (text ?? '').replace(/\s+/g, ' ').trim();
    if (trimmed !== '') texts.push({ text: trimmed, where });
  };
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const element = node.parentElement;
    if (element !== null && element.closest('script, style, textarea') === null) add(node.textContent, whereOf(element));
  }
  for (const name of ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'placeholder', 'title', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`)) add(element.getAttribute(name), `${whereOf(element)} ${name}`);
  return { texts, brand: document.querySelector('#brand')?.textContent ?? '' };
}
