// Pushes about what a member may already see through another process, which may also have ended a moment ago.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minuteMs } from '#shared/rules/durations.ts';
import { like, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { change, newDevice, pushHosts } from '#server/testing/members/settings.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

/** The presence that other processes publish. */
let elsewhere: Set<string>;
let app: TestApp;
let anton: Member;
let boris: Member;
beforeEach(async () => {
  elsewhere = new Set();
  const presence = {
    publish: () => undefined,
    valuesOfOthers: async (key: string) => (elsewhere.has(key) ? ['1'] : []),
    shareOf: (_key: string, max: number) => max,
    onLost: () => undefined,
  };
  app = await openTestApp({ env: pushHosts, parts: { presence } });
  [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  await change(boris, { pushSubscriptions: [newDevice()] });
});
afterEach(() => app.close());

const queued = () => app.world.db.read.selectFrom('push_queue').select(['tries', 'next_ms']).execute();
const keptMs = () => app.world.limits.presence.keptMs;
/** Lets time pass until waiting pushes are due. */
function pass(ms: number): void {
  app.clock.pass(ms);
  app.world.bus.publish({ type: 'pushQueued', profileId: '' });
}
/** Expects that the push waits until the other process publishes presence again. */
async function waits(): Promise<void> {
  await expect.poll(queued).toEqual([{ tries: 1, next_ms: app.clock.now() + keptMs() }]);
  expect(app.push.sent).toEqual([]);
}
const isLookedAt = () => elsewhere.add(`${boris.profileId} looks at ${anton.profileId}`);
const isWatched = () => elsewhere.add(`${boris.profileId} watches`);

test('a message is not pushed while its conversation is shown elsewhere', async () => {
  isLookedAt();
  await write(anton, boris);
  await waits();
  pass(keptMs());
  await expect.poll(queued).toEqual([]);
  expect(app.push.sent).toEqual([]);
});

test('a message is pushed once the other process no longer reports that it is shown', async () => {
  isLookedAt();
  await write(anton, boris);
  await waits();
  elsewhere.clear();
  pass(keptMs());
  await vi.waitFor(() => expect(app.push.sent).toHaveLength(1));
});

test('a message is pushed while another conversation is shown elsewhere, a like is not', async () => {
  isWatched();
  elsewhere.add(`${boris.profileId} looks at ${boris.profileId}`);
  await write(anton, boris);
  await vi.waitFor(() => expect(app.push.sent).toHaveLength(1));
  await expect.poll(queued).toEqual([]);
  app.push.sent.length = 0;
  await like(anton, boris);
  await waits();
});

test('a push about a member who has been hidden since, or to a suspended member, is not sent', async () => {
  for (const hide of [
    () => app.world.bus.apply({ type: 'suspensionChanged', profileId: boris.profileId, untilMs: Infinity }),
    () => like(boris, anton, { blocked: true }),
  ]) {
    isLookedAt();
    await write(anton, boris);
    await waits();
    elsewhere.clear();
    await hide();
    pass(keptMs());
    await expect.poll(queued).toEqual([]);
    expect(app.push.sent).toEqual([]);
    await app.world.bus.apply({ type: 'suspensionChanged', profileId: boris.profileId, untilMs: 0 });
  }
});

test('the morning digest is not pushed while the app is shown elsewhere', async () => {
  const minute = Math.floor(app.clock.now() / minuteMs);
  const fromMinute = minute % 1_440;
  const spans = [{ day: new Date(minute * minuteMs).getUTCDay(), fromMinute, untilMinute: (fromMinute + 60) % 1_440 }];
  await change(boris, { morningDigest: true, quietHours: { zone: 'Etc/UTC', spans } });
  await write(anton, boris);
  // Wait until the digest has replaced the push of the message, which is also postponed while it is claimed.
  await expect.poll(queued).toEqual([{ tries: 0, next_ms: (minute + 60) * minuteMs }]);
  isWatched();
  pass(60 * minuteMs);
  // The digest was queued long ago, so the presence of the other process is newer than the push only after another try.
  await waits();
  pass(keptMs());
  await expect.poll(queued).toEqual([]);
  expect(app.push.sent).toEqual([]);
});
