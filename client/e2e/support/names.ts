// Finds what a screen reader reads twice: a name in a link or button, or a text and its tooltip. Also controls without a name.
import type { Page } from 'playwright-core';

const control = /^\s*- (?:link|button|listitem|option) "(.*)"/;
/** A capitalised word that is there twice. Two sentences may begin with "You" or "Your". */
const repeated = /(?<!\p{L})(?!Your?\b)(\p{Lu}\p{L}+)(?!\p{L}).*(?<!\p{L})\1(?!\p{L})/u;

export async function repeatedNames(page: Page): Promise<string[]> {
  const lines = (await page.getByRole('main').ariaSnapshot()).split('\n');
  return lines.map((line) => control.exec(line)?.[1] ?? '').filter((name) => repeated.test(name));
}

const controls = new Set(['link', 'button', 'switch', 'checkbox', 'radio', 'textbox', 'searchbox', 'combobox', 'slider', 'tab']);

/** What the browser itself tells screen readers: controls without a name, and names that are read again as the description. */
export async function namingProblems(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  const { nodes } = await browser.send('Accessibility.getFullAXTree');
  await browser.detach();
  return nodes.flatMap(({ ignored, role, name, description }) => {
    const [kind, text, more] = [role, name, description].map((part) => String(part?.value ?? ''));
    if (ignored || kind === undefined) return [];
    if (controls.has(kind) && text === '') return [`A ${kind} has no name`];
    return more && text === more ? [`"${text}" is read again as the description`] : [];
  });
}
