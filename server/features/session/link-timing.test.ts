// When requested links are mailed: single decisions, and days of hostile requests on a simulated clock.
import { describe, expect, test } from 'vitest';
import { serverLimits } from '#server/limits.ts';
import { nextLink, type MailedTimes } from './link-timing.ts';
import { seeded } from '#server/testing/app/seeded.ts';

const minute = 60_000;
const hour = 60 * minute;
/** A link that was mailed `ageMinutes` before the request. */
const link = (ageMinutes: number, lifetimeMinutes: number, used = false): MailedTimes => ({
  created_ms: -ageMinutes * minute,
  expires_ms: (lifetimeMinutes - ageMinutes) * minute,
  used_ms: used ? -1 : null,
});
const stranger = { nowMs: 0, byKnownBrowser: false, isLimited: false };
const known = { ...stranger, byKnownBrowser: true };

test.each([
  ['the first request', null, stranger, [0, 30]],
  ['a live link', link(5, 30), stranger, null],
  ['a link that lives for more than ten minutes', link(19.9, 30), stranger, null],
  ['a link in its last ten minutes', link(20, 30), stranger, [10, 70]],
  ['a link that has ended unused', link(31, 30), stranger, [0, 60]],
  ['a second link that has ended unused', link(61, 60), stranger, [0, 120]],
  ['a third link that has ended unused', link(121, 120), stranger, [0, 120]],
  ['a link that was used', link(5, 120, true), stranger, [0, 30]],
  ['a link that ended a day before', link(24 * 60 + 31, 30), stranger, [0, 30]],
  ['a link that waits to be mailed', link(-3, 60), stranger, null],
  ['a known browser while a link is live', link(5, 60), known, [0, 60]],
  ['a known browser while a link waits to be mailed', link(-3, 60), known, [0, 60]],
  ['a known browser after an unused link', link(31, 30), known, [0, 60]],
  ['a limited address', null, { ...stranger, isLimited: true }, null],
  ['a known browser of a limited address', link(5, 30), { ...known, isLimited: true }, [0, 30]],
] as const)('%s', (_, last, asked, expected) => {
  const times = nextLink(last, asked, serverLimits);
  expect(times && [times.startMs / minute, times.endMs / minute]).toEqual(expected);
});

/** The gaps between hostile requests in ms. */
const attacks: Record<string, (random: () => number) => number> = {
  'a request every second': () => 1_000,
  'a request every minute': () => minute,
  'three requests an hour': () => 20 * minute,
  'a request at the end of every link': () => 30 * minute,
  'a request 1 ms after every link of two hours': () => 2 * hour + 1,
  'a request every 25 hours': () => 25 * hour,
  'requests at random': (random) => random() * 40 * minute,
  'requests at random, rarely': (random) => random() * 4 * hour,
};

describe.each(Object.entries(attacks))('%s for five days', (_, gap) => {
  test('leave the owner with a valid link within ten minutes at any time, and with few mails', () => {
    const random = seeded(7);
    const mails: MailedTimes[] = [];
    const request = (nowMs: number): void => {
      const times = nextLink(mails.at(-1) ?? null, { ...stranger, nowMs }, serverLimits);
      if (times) mails.push({ created_ms: times.startMs, expires_ms: times.endMs, used_ms: null });
    };
    let ownersMs = random() * hour;
    for (let nowMs = 0; nowMs < 120 * hour; nowMs += gap(random)) {
      for (; ownersMs <= nowMs; ownersMs += 6 * hour * random()) {
        request(ownersMs);
        const atMs = ownersMs + 10 * minute;
        const mail = mails.find(({ created_ms, expires_ms }) => created_ms <= atMs && expires_ms > atMs);
        expect(mail, `the owner at ${ownersMs}`).toBeDefined();
      }
      request(nowMs);
    }
    for (const [i, mail] of mails.entries()) expect(mail.created_ms).toBeGreaterThanOrEqual(mails[i - 1]?.expires_ms ?? 0);
    expect(mails.length).toBeLessThanOrEqual(2 + 120 / 2);
  });
});
