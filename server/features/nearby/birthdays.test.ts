// Lists and filters use the current ages of members, even of those who stay where they are on their birthdays.
import { expect, onTestFinished, test } from 'vitest';
import { nearby } from '#shared/contract/nearby.ts';
import { reportPosition } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';
import { testClock } from '#server/testing/app/test-world.ts';

const hourMs = 3_600_000;
const paging = { page: 0, size: 30, includeTestData: false, withPicture: false, onlineNow: false };

test.each([
  ['1990-11-21', Date.UTC(2026, 10, 20, 20), 36],
  ['2004-02-29', Date.UTC(2027, 1, 28, 20), 23],
])('lists show the new age on the birthday of a member born on %s', async (birthdate, eveningMs, age) => {
  const clock = testClock(eveningMs);
  const app = await openTestApp({ parts: { clock }, limits: { communitySweepMs: 10 } });
  onTestFinished(() => app.close());
  const [viewer, member] = [await app.member(), await app.member({ birthdate })];
  for (const each of [viewer, member]) await reportPosition(each, clock.now(), { forMs: 26 * hourMs });
  const agesOf = async (viewer: Member, filter = {}) =>
    (await viewer.call(nearby.getNearest, { query: { ...paging, ...filter } })).map(({ profileAge }) => profileAge);
  expect(await agesOf(viewer)).toEqual([age - 1]);
  clock.pass(5 * hourMs);
  await expect.poll(() => agesOf(viewer, { ageMin: age })).toEqual([age]);
});
