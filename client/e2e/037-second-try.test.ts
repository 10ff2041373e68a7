// Second tries of a member: after a failure, before the first try has ended, or in another dialog than the one that failed.
import { expect, test } from 'vitest';
import type { Member } from '#server/testing/app/members.ts';
import { write } from '#server/testing/members/actions.ts';
import { bubble, editor } from './support/chat.ts';
import { people } from './support/people.ts';

const fixture = people({ isWithoutWorker: true, excused: /WebSocket|QuotaExceededError|status of 403/ });
const { open } = fixture;

async function pair(): Promise<[anton: Member, boris: Member]> {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  await write(boris, anton, 'Ferry or train?');
  return [anton, boris];
}

test('a message that is sent at the second try no longer says that it couldn’t be sent', async () => {
  const [anton, boris] = await pair();
  const page = await open(anton, `/chat/personal/${boris.profileId}`);
  await editor(page).waitFor();
  await page.evaluate(() => {
    for (const method of ['put', 'add'] as const)
      IDBObjectStore.prototype[method] = () => {
        throw new DOMException('No room.', 'QuotaExceededError');
      };
  });
  await page.route('**/api/message', (route) => route.fulfill({ status: 403, json: { code: 'forbidden', message: 'No.' } }), {
    times: 1,
  });
  await editor(page).fill('Ferry');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  const failure = page.getByText('Couldn’t send. Please try again.');
  await failure.waitFor();
  await send.click();
  await bubble(page, 'Ferry').getByText('Not seen').waitFor({ state: 'attached' });
  expect(await failure.count()).toBe(0);
});
