// Push on SQLite, and across a server restart.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { createRateLimiter } from '#server/http/rate-limits.ts';
import { serverLimits } from '#server/limits.ts';
import { openHub } from '#server/live/hub.ts';
import { newPushKeys } from '#server/outside/push-keys.ts';
import { fakePushSender } from '#server/outside/web-push.ts';
import { notificationsOf } from '#server/testing/members/actions.ts';
import { change, newDevice, pushHosts } from '#server/testing/members/settings.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { openTestWorld } from '#server/testing/app/test-world.ts';
import { openPushQueue } from './push-queue.service.ts';
import { pushReachesDevices } from './push.suite.ts';

pushReachesDevices(openTestApp);

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'push-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const pushKeys = newPushKeys();
const start = (parts = {}, env = {}) =>
  openTestApp({ dataDir, env: { ...pushHosts, LOG_LEVEL: 'silent', ...env }, parts: { pushKeys, ...parts } });
const devicesOf = (app: TestApp) => app.world.db.read.selectFrom('push_subscriptions').select('id').execute();

async function queueOnePush(): Promise<void> {
  const push = fakePushSender();
  push.answer = () => ({ kind: 'later' });
  const app = await start({ push });
  const [anton, boris] = [await app.member(), await app.member()];
  await change(boris, { pushSubscriptions: [newDevice()] });
  await anton.call(messages.postMessage, {
    body: { senderProfileId: anton.profileId, recipientProfileId: boris.profileId, bodyText: 'hello', profilePicIds: [] },
  });
  await vi.waitFor(() => expect(push.sent).toHaveLength(1));
  await app.close();
}

test('a waiting push survives a restart', async () => {
  await queueOnePush();
  const app = await start();
  app.clock.pass(60_000);
  app.world.bus.publish({ type: 'pushQueued', profileId: '' });
  await vi.waitFor(() => expect(app.push.sent).toHaveLength(1));
  await app.close();
});

test('a process that may not know who is hidden sends no push until it is up to date', async () => {
  await queueOnePush();
  const held: { term: number | null } = { term: null };
  const lease = { term: () => held.term, onLost: () => undefined };
  const app = await openTestApp({
    dataDir,
    env: pushHosts,
    parts: (usual) => ({ pushKeys, changes: { ...usual.changes, lease } }),
  });
  const tries = async () => (await app.world.db.read.selectFrom('push_queue').select('tries').execute()).map((row) => row.tries);
  const wake = () => app.world.bus.publish({ type: 'pushQueued', profileId: '' });
  app.clock.pass(60_000);
  wake();
  await expect.poll(tries).toEqual([2]);
  held.term = 1;
  await expect
    .poll(() => {
      app.clock.pass(1_000);
      wake();
      return app.push.sent.length;
    })
    .toBe(1);
  expect(await tries()).toEqual([]);
  await app.close();
});

test('a server with push keys other than those of its devices starts only if it may remove the devices', async () => {
  await queueOnePush();
  const other = { pushKeys: newPushKeys() };
  const refusing = await openTestWorld({ dataDir, parts: other });
  const hub = openHub(refusing.world, { cursorOf: () => '', isHidden: () => false });
  await expect(openPushQueue(refusing.world, hub, createRateLimiter(refusing.world.limitCounts))).rejects.toThrow(
    /^1 devices subscribed to push with other keys.*push-keys\.json.*FORGET_PUSH_DEVICES=1/,
  );
  await refusing.close();
  const forgetting = await start(other, { FORGET_PUSH_DEVICES: '1' });
  expect(await devicesOf(forgetting)).toEqual([]);
  await forgetting.close();
  await (await start(other)).close();
});

test('a member who likes somebody again and again makes their phone ring three times', async () => {
  const { pushesOfKind } = serverLimits.rates;
  const app = await openTestApp({ env: pushHosts, rates: { pushesOfKind } });
  const [anton, boris, carl] = [await app.member(), await app.member(), await app.member()];
  await change(boris, { pushSubscriptions: [newDevice()] });
  const likeAgain = async (liker: Member): Promise<void> => {
    for (const likeType of ['UNDETERMINED', 'LIKE'] as const)
      await liker.call(likes.putProfileLike, {
        body: { likerProfileId: liker.profileId, likedProfileId: boris.profileId, likeType },
      });
    await expect.poll(() => app.world.db.read.selectFrom('push_queue').select('id').execute()).toEqual([]);
  };
  for (let round = 0; round < 5; round += 1) await likeAgain(anton);
  expect(app.push.sent).toHaveLength(3);
  expect(await notificationsOf(boris)).toHaveLength(1);
  await likeAgain(carl);
  expect(app.push.sent).toHaveLength(4);
  await app.close();
});

test('a device unused for 60 days is removed', async () => {
  const app = await start();
  const [anton, boris] = [await app.member(), await app.member()];
  for (const member of [anton, boris]) await change(member, { pushSubscriptions: [newDevice()] });
  const longAgo = app.clock.now() - 61 * dayMs;
  await app.world.db.write(async (tx) => {
    await tx.updateTable('push_subscriptions').set({ seen_ms: longAgo }).execute();
    await tx.updateTable('sessions').set({ seen_ms: longAgo }).where('profile_id', '=', boris.profileId).execute();
  });
  await app.close();
  const again = await start();
  await vi.waitFor(async () => expect(await devicesOf(again)).toHaveLength(1));
  await again.close();
});
