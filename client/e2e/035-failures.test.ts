// A failure to copy a text, or to put a link into a draft, is shown as a failure, never as a success.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { write } from '#server/testing/members/actions.ts';
import { people } from './support/people.ts';
import { recordSpeech, spokenOn } from './support/spoken.ts';

const fixture = people({ isWithoutWorker: true });

/** Runs in the page. */
function refuse(): void {
  navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('No room.', 'QuotaExceededError');
  };
}

/** A member with a message of Carl, in a browser that records speech. */
async function openWithMessage(): Promise<{ page: Page; carl: string; boris: string }> {
  const [anton, boris, carl] = [
    await fixture.app.member({ name: 'Anton' }),
    await fixture.app.member({ name: 'Boris' }),
    await fixture.app.member({ name: 'Carl' }),
  ];
  await write(carl, anton, 'Hello');
  const page = await fixture.open(anton, '/tos');
  await recordSpeech(page);
  return { page, carl: carl.profileId, boris: boris.profileId };
}

test('the failure to copy the text of a message is announced', async () => {
  const { page, carl } = await openWithMessage();
  await page.goto(`${fixture.app.origin}/chat/personal/${carl}`);
  const bubble = page.getByRole('log').getByRole('listitem').filter({ hasText: 'Hello' });
  await bubble.waitFor();
  await page.evaluate(refuse);
  await bubble.getByRole('button', { name: 'More about this message' }).press('Enter');
  await spokenOn(page);
  await page.getByRole('menuitem', { name: 'Copy text' }).press('Enter');
  await page.getByText('That didn’t work. Please try again.').waitFor();
  await expect.poll(() => spokenOn(page)).toEqual(['That didn’t work. Please try again.']);
  expect(await page.getByText('Copied').count()).toBe(0);
});

test('a link that could not be copied has the focus, and the failure to put it into a draft is announced', async () => {
  const { page, boris } = await openWithMessage();
  await page.goto(`${fixture.app.origin}/profile/${boris}`);
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Share profile' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const peer = dialog.getByRole('button', { name: 'Carl' });
  await peer.waitFor();
  await page.evaluate(refuse);
  await dialog.getByRole('button', { name: 'Copy link' }).press('Enter');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe(`${fixture.app.origin}/profile/${boris}`);
  expect(await dialog.getByText('Copied').count()).toBe(0);
  await spokenOn(page);
  await peer.press('Enter');
  await expect.poll(() => spokenOn(page)).toEqual(['That didn’t work. Please try again.']);
  expect(new URL(page.url()).pathname).toBe(`/profile/${boris}`);
});
