// Steps of tests in an open conversation: find a message and the editor, write, and choose an action on a message.
import type { Page } from 'playwright-core';

export const log = (page: Page) => page.getByRole('log');

/** Matches only the message itself, since a reply quotes its text. */
export const bubble = (page: Page, text: string) =>
  log(page)
    .getByRole('listitem')
    .filter({ has: page.locator('.bubble-text').getByText(text, { exact: true }) });

export const editor = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });

export async function write(page: Page, text: string): Promise<void> {
  await editor(page).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await bubble(page, text).waitFor();
}

/** Chooses an action or a reaction from the menu of a message. */
export async function choose(page: Page, text: string, what: string): Promise<void> {
  await bubble(page, text).getByRole('button', { name: 'More about this message' }).press('Enter');
  const menu = page.getByRole('dialog');
  const named = { name: what, exact: true };
  await menu.getByRole('menuitem', named).or(menu.getByRole('button', named)).click();
  await menu.waitFor({ state: 'detached' });
}
