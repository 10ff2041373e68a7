// The lines of a bubble: where its time stands, and that they stay as they are.
import { expect, test } from 'vitest';
import { hourMs } from '#shared/rules/durations.ts';
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
    heights.add(await bubble(page, text).evaluate((message) => message.getBoundingClientRect().height));
  }
  expect([...heights]).toHaveLength(1);
});
