// The times of visits that a watcher can learn. They come from the index in memory, so they do not depend on the database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nearby } from '#shared/contract/nearby.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { settings } from '#shared/contract/settings.ts';
import { hourMs, minuteMs } from '#shared/rules/durations.ts';
import { visitSlotMs } from '#server/nearby/visit-slots.ts';
import type { Member } from '#server/testing/app/members.ts';
import { seeded, seededIds } from '#server/testing/app/seeded.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { reportPosition } from '#server/testing/members/actions.ts';
import { openSocket } from '#server/testing/members/sockets.ts';

let app: TestApp;
beforeAll(async () => {
  // The slots depend on ids and secrets. With random ones, so few members would sometimes exceed the bounds.
  app = await openTestApp({ env: { LOG_LEVEL: 'silent' }, parts: { ids: seededIds(18) } });
});
afterAll(() => app.close());

async function placed(): Promise<Member> {
  const member = await app.member();
  await reportPosition(member, app.clock.now(), { lat: -20.5, lon: 50.5, forMs: 30 * hourMs });
  return member;
}
async function online(viewer: Member): Promise<string[]> {
  const query = { page: 0, size: 100, includeTestData: false, withPicture: false, onlineNow: true };
  return (await viewer.call(nearby.getNearest, { query })).map(({ profileId }) => profileId);
}
const opened = (viewer: Member, of: Member) =>
  viewer.call(profiles.getProfile, { params: { id: of.profileId }, query: { admin: false } });
/** The app makes this call at each visit. */
const visit = (member: Member) => member.call(settings.getSettings);
const at = (sorted: readonly number[], share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;

test(
  'a watcher who asks every 15 seconds learns the beginnings and ends of visits only to a slot',
  { timeout: 120_000 },
  async () => {
    const watchMs = 15_000;
    const random = seeded(18);
    const watcher = await placed();
    const members: Member[] = [];
    for (let number = 1; number <= 80; number += 1) members.push(await placed());
    app.clock.pass(2 * hourMs);
    const socket = await openSocket(watcher);
    socket.say({ type: 'watchSectors', sectors: ['-21:50'] });
    await socket.settled();
    const startMs = app.clock.now();
    const visits = members.map((member) => {
      const beginsMs = startMs + Math.floor(random() * hourMs);
      return { member, beginsMs, endsMs: beginsMs + Math.floor((0.2 + random()) * hourMs), lastMs: 0 };
    });
    const shown = new Map<string, { from: number; until: number }>();
    const hours = new Map<string, Set<number | null>>();
    let [before, order] = [new Set<string>(), 0];
    for (let nowMs = startMs; nowMs < startMs + 3.2 * hourMs; nowMs = app.clock.now()) {
      for (const one of visits) {
        if (nowMs < one.beginsMs || nowMs > one.endsMs || nowMs - one.lastMs < minuteMs) continue;
        one.lastMs = nowMs;
        await visit(one.member);
      }
      const ids = new Set(await online(watcher));
      for (const id of ids) if (!before.has(id)) shown.set(id, { from: nowMs, until: Infinity });
      for (const [id, entry] of shown) if (!ids.has(id) && entry.until === Infinity) entry.until = nowMs;
      before = ids;
      const asked = members[order++ % members.length] as Member;
      const seenHours = hours.get(asked.profileId) ?? new Set();
      hours.set(asked.profileId, seenHours.add((await opened(watcher, asked)).tsLastSeen));
      app.clock.pass(watchMs);
    }
    const lags = (of: (one: (typeof visits)[number], entry: { from: number; until: number }) => number) =>
      visits
        .flatMap((one) => {
          const entry = shown.get(one.member.profileId);
          return entry === undefined ? [] : [of(one, entry)];
        })
        .toSorted((a, b) => a - b);
    const figures = {
      end: lags(({ lastMs }, { until }) => until - lastMs),
      beginning: lags(({ beginsMs }, { from }) => from - beginsMs),
    };
    for (const [what, lag] of Object.entries(figures)) {
      // The attacker knows the rule, and guesses that each delay is the median.
      const errors = lag.map((ms) => Math.abs(ms - at(lag, 0.5))).toSorted((a, b) => a - b);
      const seconds = { median: at(errors, 0.5) / 1_000, p5: at(errors, 0.05) / 1_000 };
      console.log(`${what} of a visit: error of the best guess, median ${seconds.median} s, 5th percentile ${seconds.p5} s`);
      expect(lag).toHaveLength(visits.length);
      expect(at(lag, 0.95) - at(lag, 0.05)).toBeGreaterThan(0.75 * visitSlotMs);
      // Ends, which are shown late, are spread over two slots, beginnings over one. The bounds allow for so few visits.
      expect(seconds.median).toBeGreaterThan(what === 'end' ? 180 : 90);
      expect(errors.filter((ms) => ms < minuteMs).length / errors.length).toBeLessThan(0.4);
    }
    await socket.settled();
    expect(socket.received.filter(({ type }) => type === 'brief' || type === 'left')).toEqual([]);
    for (const times of hours.values()) for (const time of times) expect(Number(time) % hourMs).toBe(0);
    socket.close();
  },
);
