// Tests that a restart, also after a crash, loses no visit and shows none before its slot has ended.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nearby } from '#shared/contract/nearby.ts';
import { settings } from '#shared/contract/settings.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import type { Browser } from '#server/testing/app/browser.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { testClock } from '#server/testing/app/test-world.ts';
import { longestVisitMs, visitSlotMs } from '#server/nearby/visit-slots.ts';

let dataDir: string;
let clock: ReturnType<typeof testClock>;
let app: TestApp;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'visits-'));
  clock = testClock();
  app = await openTestApp({ dataDir, parts: { clock } });
});
afterEach(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function restart(afterMs: number): Promise<void> {
  await app.close();
  clock.pass(afterMs);
  app = await openTestApp({ dataDir, parts: { clock } });
}
const again = (member: Member): Browser => {
  const browser = app.visitor();
  browser.cookies.set('sid', member.cookies.get('sid') ?? '');
  return browser;
};
const visit = (member: Member) => member.call(settings.getSettings);
const seenMs = async ({ profileId }: Member) => {
  const profile = app.world.db.read.selectFrom('profiles').select('seen_ms').where('id', '=', profileId);
  return (await profile.executeTakeFirstOrThrow()).seen_ms;
};
const online = (viewer: Member, of: Member) =>
  again(viewer).call(nearby.getOnline, { query: { profileIds: [of.profileId] } as never });

test('a visit in a slot that had not ended is published when it ends', async () => {
  const [viewer, member] = [await app.member(), await app.member()];
  clock.pass(hourMs);
  const before = await seenMs(member);
  await visit(member);
  await restart(0);
  expect(await online(viewer, member)).toEqual([]);
  expect(await seenMs(member)).toBe(before);
  clock.pass(visitSlotMs);
  expect(await online(viewer, member)).toEqual([member.profileId]);
  expect(await seenMs(member)).toBeGreaterThan(before);
});

test('a visit whose slot ended while no server ran is stored at startup', async () => {
  const member = await app.member();
  clock.pass(hourMs);
  const visitedMs = clock.now();
  await visit(member);
  await restart(longestVisitMs);
  const foundMs = await seenMs(member);
  expect(foundMs).toBeLessThanOrEqual(visitedMs);
  expect(foundMs).toBeGreaterThan(visitedMs - visitSlotMs);
});

test('a clock that was set back by more than a day is logged as an error at startup', async () => {
  await app.member();
  const errors: unknown[] = [];
  clock.set(clock.now() - 2 * dayMs);
  await app.close();
  const log = pino({ level: 'error' }, { write: (line: string) => errors.push(JSON.parse(line)) });
  app = await openTestApp({ dataDir, parts: { clock, log } });
  expect(errors).toEqual([expect.objectContaining({ msg: expect.stringMatching(/^the clock of this machine is wrong: /) })]);
});
