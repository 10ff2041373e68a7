// A conversation without messages: what the other member says about themselves stands there, and it goes with the first message.
import { expect, test } from 'vitest';
import { write } from './support/chat.ts';
import { people } from './support/people.ts';
import { desktop, phone } from './support/person.ts';

const fixture = people({ isWithoutWorker: true });

test.each([
  ['phone', phone],
  ['desktop', desktop],
])('on a %s, a long description shows its first lines, and a short one the whole', async (_name, viewport) => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const long = 'I know every heron on the canal by its temper. '.repeat(20).trim();
  for (const description of [long, 'Tea, not coffee.']) {
    const boris = await fixture.app.member({ name: 'Boris', description });
    const page = await fixture.open(anton, `/chat/personal/${boris.profileId}`, { viewport });
    const words = page.locator('.conversation-empty').getByText(description);
    await words.waitFor();
    const { lines, isCut } = await words.evaluate((one) => ({
      lines: Math.round(one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight)),
      isCut: one.scrollHeight > one.clientHeight,
    }));
    expect({ lines, isCut }).toEqual(description === long ? { lines: 4, isCut: true } : { lines: 1, isCut: false });
    await write(page, 'Good morning');
    expect(await words.count()).toBe(0);
  }
});

test('a member without a description has no empty line there', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const carl = await fixture.app.member({ name: 'Carl' });
  const page = await fixture.open(anton, `/chat/personal/${carl.profileId}`);
  await page.getByText('You and Carl haven’t written to each other yet.').waitFor();
  expect(await page.locator('.conversation-empty p').count()).toBe(1);
});

test('while the profile loads there is only the skeleton, so that nothing moves when the words come', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const boris = await fixture.app.member({ name: 'Boris', description: 'Tea, not coffee.' });
  const page = await fixture.open(anton, '/chat/personal');
  const held = Promise.withResolvers<undefined>();
  await page.route(`**/api/profile/${boris.profileId}*`, (route) => held.promise.then(() => route.continue()));
  const messages = page.waitForResponse((response) => response.url().includes('/between/'));
  await page.goto(`${fixture.app.origin}/chat/personal/${boris.profileId}`, { waitUntil: 'commit' });
  await messages;
  await page.locator('.bubble-skeleton').first().waitFor();
  expect(await page.locator('.conversation-empty .avatar').count()).toBe(0);
  held.resolve(undefined);
  const words = page.locator('.conversation-empty').getByText('Tea, not coffee.');
  await words.waitFor();
  expect(await page.locator('.conversation-empty .avatar').count()).toBe(1);
});
