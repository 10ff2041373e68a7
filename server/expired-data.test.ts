// Data with a retention time is deleted in time, without any request, even if the server was down at that time.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { outboxMailer } from '#server/outside/mail.ts';
import { memoryPictureFiles } from '#server/outside/picture-files.ts';
import { newPushKeys } from '#server/outside/push-keys.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { testClock } from '#server/testing/app/test-world.ts';
import type { Exists, Insertion } from '#server/testing/privacy/inserted-rows.ts';
import { retentionTimes } from '#server/testing/privacy/retention.ts';
import { dayMs } from '#shared/rules/durations.ts';

/** The periods of the sweeps. With `slow` ones they run at startup only. */
const quick = {
  housekeepingMs: 20,
  unseenDevicesSweepMs: 20,
  picturesSweepMs: 20,
  grantsSweepMs: 20,
  communitySweepMs: 20,
  casesSweepMs: 20,
};
const slow = Object.fromEntries(Object.keys(quick).map((name) => [name, 2 ** 30]));

let app: TestApp;
let dataDir: string;
const clock = testClock();
const pushKeys = newPushKeys();
const pictureFiles = memoryPictureFiles();
const mail = () => outboxMailer(path.join(dataDir, 'outbox'), () => undefined, clock.now);
const open = (limits = {}) => openTestApp({ dataDir, limits, parts: { clock, pictureFiles, pushKeys, mail: mail() } });

async function insertFor(insertion: Insertion): Promise<Exists> {
  const members = { member: await app.member(), other: await app.member() };
  return insertion({ world: app.world, dataDir, ...members, nowMs: clock.now(), id: crypto.randomUUID() });
}

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'forgetting-'));
  app = await open(quick);
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

test.each(retentionTimes)('deleted in time, without a request: %s', async (_what, lastsMs, insertion) => {
  const deleted = (exists: Exists) => vi.waitFor(async () => expect(await exists(app.world)).toBe(false));
  const older = await insertFor(insertion);
  // Up to a day apart, since all hashes of health reports of the same day are deleted together.
  const apartMs = Math.min(lastsMs, dayMs);
  clock.pass(apartMs);
  const newer = await insertFor(insertion);
  clock.pass(lastsMs - apartMs + 1);
  await deleted(older);
  if (lastsMs > 0) expect(await newer(app.world)).toBe(true);
  clock.pass(apartMs);
  await deleted(newer);
});

test('data whose time ended while the server was down is deleted at startup', async () => {
  await app.close();
  app = await open(slow);
  const inserted: (readonly [what: string, Exists])[] = [];
  for (const [what, , insertion] of retentionTimes) inserted.push([what, await insertFor(insertion)]);
  await app.close();
  clock.pass(400 * dayMs);
  app = await open(slow);
  for (const [what, exists] of inserted)
    await vi.waitFor(async () => expect([what, await exists(app.world)]).toEqual([what, false]));
});
