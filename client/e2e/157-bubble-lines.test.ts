// The lines of a bubble: where its time and its state stand, and that they stay as they are.
import { expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { hourMs, minuteMs } from '#shared/rules/durations.ts';
import { write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { bubble } from './support/chat.ts';
import { people } from './support/people.ts';
import { desktop } from './support/person.ts';

const fixture = people({ isWithoutWorker: true });
const conversation = ({ profileId }: Member): string => `/chat/personal/${profileId}`;

async function pair(): Promise<[anton: Member, boris: Member]> {
  return [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
}

test('the time stands in a message’s last line where it fits, and a message keeps its lines when it is seen', async () => {
  const [anton, boris] = await pair();
  const text = 'Too much water, I bet. Come and see how it is done some time.';
  await write(anton, boris, text);
  const page = await fixture.open(anton, conversation(boris));
  const stateOf = (label: string) => bubble(page, text).getByText(label, { exact: true }).waitFor();
  await stateOf('Not seen');
  /** In windows of many widths, so that in some of them only a shorter state would fit. */
  const measured = async () => {
    const sizes: { readonly height: number; readonly isBeside: boolean }[] = [];
    for (let width = 320; width <= 440; width += 4) {
      await page.setViewportSize({ width, height: 844 });
      const size = await bubble(page, text).evaluate((message) => {
        const lastLine = [...(message.querySelector('.bubble-text')?.getClientRects() ?? [])].at(-1);
        const time = message.querySelector('time')?.getBoundingClientRect();
        const isBeside = time !== undefined && lastLine !== undefined && time.top < lastLine.bottom;
        return { height: message.getBoundingClientRect().height, isBeside };
      });
      sizes.push(size);
    }
    return sizes;
  };
  const unseen = await measured();
  expect(unseen.some(({ isBeside }) => isBeside)).toBe(true);
  await fixture.open(boris, conversation(anton));
  await stateOf('Seen');
  expect(await measured()).toEqual(unseen);
});

test('a short message is one line at every hour, whether the hour has one digit or two', async () => {
  const [anton, boris] = await pair();
  const texts = ['At the lake.', 'In the park.', 'On the pier.', 'By the mill.'];
  for (const text of texts) {
    await write(anton, boris, text);
    fixture.app.clock.pass(3 * hourMs);
  }
  const page = await fixture.open(anton, conversation(boris), { viewport: desktop });
  const heights = new Set<number>();
  for (const text of texts) {
    await bubble(page, text).waitFor();
    heights.add(
      await bubble(page, text)
        .locator('.bubble')
        .evaluate((one) => one.getBoundingClientRect().height),
    );
  }
  expect([...heights]).toHaveLength(1);
});

test('the newest own message shows below it whether it was seen, and older ones say so only to screen readers', async () => {
  const [anton, boris] = await pair();
  const texts = ['At the lake.', 'In the park.'];
  for (const text of texts) {
    await write(anton, boris, text);
    fixture.app.clock.pass(4 * minuteMs);
  }
  await write(boris, anton, 'On the pier.');
  const page = await fixture.open(anton, conversation(boris));
  /** How far below its bubble the word begins, in px, or null if the word is not visible. */
  const wordBelow = (text: string) =>
    bubble(page, text).evaluate((message) => {
      const word = message.querySelector('.message-state > span');
      const isClipped = word === null || getComputedStyle(word).clipPath !== 'none';
      const bottom = message.querySelector('.bubble')?.getBoundingClientRect().bottom ?? Number.NaN;
      return isClipped ? null : word.getBoundingClientRect().top - bottom;
    });
  for (const text of texts) await bubble(page, text).getByText('Not seen', { exact: true }).waitFor();
  expect(await wordBelow('At the lake.')).toBeNull();
  expect(await wordBelow('In the park.')).toBeGreaterThanOrEqual(0);
  expect(await bubble(page, 'At the lake.').ariaSnapshot()).toContain('Not seen');
});

test('an own message is as wide as its text and its time, and in the dark it has the accent of the light theme', async () => {
  const [anton, boris] = await pair();
  await write(anton, boris, 'At the lake.');
  const page = await fixture.open(anton, conversation(boris));
  await bubble(page, 'At the lake.').getByText('Not seen', { exact: true }).waitFor();
  const measured = () =>
    bubble(page, 'At the lake.').evaluate((message) => {
      const widthOf = (part: string) => message.querySelector(part)?.getBoundingClientRect().width ?? Number.NaN;
      const room = widthOf('.bubble') - widthOf('.bubble-text') - widthOf('.bubble-footer');
      return { room, ground: getComputedStyle(message.querySelector('.bubble') ?? message).backgroundColor };
    });
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await measured();
  expect(light.room).toBeLessThan(40);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await measured()).toEqual(light);
});

test('emoji alone stand without a bubble at the edge of the others, in the text’s colour, and a reply keeps its bubble', async () => {
  const [anton, boris] = await pair();
  const { id, ...reply } = await write(anton, boris, 'At the lake.');
  await write(boris, anton, '😊');
  await write(anton, boris, '😊😊');
  const { senderProfileId, recipientProfileId, profilePicIds } = reply;
  await anton.call(messages.postMessage, {
    body: { senderProfileId, recipientProfileId, profilePicIds, bodyText: '😊😊😊', replyToId: id },
  });
  const page = await fixture.open(anton, conversation(boris));
  await bubble(page, '😊😊😊').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const styleOf = (text: string) =>
      bubble(page, text).evaluate((message) => {
        const box = message.querySelector('.bubble') ?? message;
        const [inner, outer] = [box.getBoundingClientRect(), message.getBoundingClientRect()];
        const { backgroundColor, color } = getComputedStyle(box);
        return {
          isBare: backgroundColor === 'rgba(0, 0, 0, 0)',
          hasInk: color === getComputedStyle(document.body).color,
          fromEdge: Math.min(inner.left - outer.left, outer.right - inner.right),
        };
      });
    const bare = { isBare: true, hasInk: true, fromEdge: 0 };
    expect([await styleOf('😊'), await styleOf('😊😊')]).toEqual([bare, bare]);
    expect((await styleOf('😊😊😊')).isBare).toBe(false);
    expect((await styleOf('At the lake.')).isBare).toBe(false);
  }
});
