// Finds what a screen reader reads twice: a name in a link or button, or a text and its tooltip.
import type { Page } from 'playwright-core';

const control = /^\s*- (?:link|button|listitem|option) "(.*)"/;
/** Sentences may begin alike. */
const repeated = /(?<!\p{L})(?!Your?\b)(\p{Lu}\p{L}+)(?!\p{L}).*(?<!\p{L})\1(?!\p{L})/u;

export async function repeatedNames(page: Page): Promise<string[]> {
  const lines = (await page.getByRole('main').ariaSnapshot()).split('\n');
  return lines.map((line) => control.exec(line)?.[1] ?? '').filter((name) => repeated.test(name));
}

/** Tooltips that only say the text or the accessible name of their elements, which is then read again as a description. */
export const repeatedTitles = (page: Page): Promise<string[]> =>
  page.locator('[title]').evaluateAll((elements) => {
    const readText = (element: Element): string => {
      const copy = element.cloneNode(true) as Element;
      for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
      return copy.textContent?.trim() ?? '';
    };
    return elements.flatMap((element) => {
      const title = element.getAttribute('title') ?? '';
      return title !== '' && [element.getAttribute('aria-label'), readText(element)].includes(title) ? [title] : [];
    });
  });
