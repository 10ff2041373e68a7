// Tests that the usual calls of the day's bench are drawn by their shares.
import { expect, test } from 'vitest';
import { browserOf } from '#server/testing/app/browser.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import { usualCall, usualMix } from './day-mix.ts';
import type { DayMember } from './day-people.ts';

test('the shares of the usual calls add up to all calls, and each kind is drawn by its share', () => {
  expect(usualMix.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
  const member: DayMember = {
    ...browserOf('http://localhost:1'),
    number: 0,
    profileId: 'one',
    lat: 40,
    lon: -100,
    address: '10.0.0.1',
  };
  const people = { active: [member], correspondent: member, blocker: member, leaving: member };
  const random = seeded(13);
  const drawn = 20_000;
  const counts = new Map<string, number>();
  for (let call = 0; call < drawn; call += 1) {
    const { kind } = usualCall(people, random);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  for (const { kind, share } of usualMix) expect((counts.get(kind) ?? 0) / drawn, kind).toBeCloseTo(share, 1.5);
});
