// Finds links and buttons in which a screen reader reads a name twice, such as that of a picture and the same text beside it.
import type { Page } from 'playwright-core';

const control = /^\s*- (?:link|button|listitem|option) "(.*)"/;
/** Sentences may begin alike. */
const repeated = /(?<!\p{L})(?!Your?\b)(\p{Lu}\p{L}+)(?!\p{L}).*(?<!\p{L})\1(?!\p{L})/u;

export async function repeatedNames(page: Page): Promise<string[]> {
  const lines = (await page.getByRole('main').ariaSnapshot()).split('\n');
  return lines.map((line) => control.exec(line)?.[1] ?? '').filter((name) => repeated.test(name));
}
