// A message that is higher than the screen counts as read once the member has scrolled to it.
import { expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { write } from '#server/testing/members/actions.ts';
import { bubble } from './support/chat.ts';
import { people } from './support/people.ts';

const fixture = people({ isWithoutWorker: true });

test('a long message below other new ones counts as read once it is scrolled to, also in a small window', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  for (let number = 1; number <= 12; number += 1) await write(boris, anton, `number ${number}`);
  const long = 'ferry '.repeat(limits.maxTextLength / 6).trim();
  const { id } = await write(boris, anton, long);
  const isRead = async () => (await boris.call(messages.getMessage, { params: { id } })).tsRecipientRead !== null;
  const page = await fixture.open(anton, `/chat/personal/${boris.profileId}`, { viewport: { width: 320, height: 480 } });
  await page.getByText('New messages').waitFor();
  await bubble(page, 'number 1').waitFor();
  // Over the message in small steps, as by a finger.
  const scroller = page.getByRole('region', { name: 'Messages' });
  expect(await isRead()).toBe(false);
  await scroller.evaluate(async (element) => {
    while (element.scrollTop < -1) {
      element.scrollTop += 20;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
  await expect.poll(isRead).toBe(true);
});
