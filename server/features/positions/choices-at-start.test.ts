// Choices about the own position that a process stored, but had not applied when it was killed, are applied at the next start.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nearby } from '#shared/contract/nearby.ts';
import { cellSides } from '#server/nearby/grid.ts';
import { reportPosition } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let dataDir: string;
let app: TestApp;
let member: Member;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'choices-'));
  app = await openTestApp({ dataDir });
  member = await app.member();
  await reportPosition(member, app.clock.now());
});
afterEach(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Stores the preferences without applying them, as if the process were killed in between, and starts the next process. */
async function storeAndRestart(preferences: object): Promise<void> {
  await app.world.db.write((tx) =>
    tx
      .updateTable('accounts')
      .set({ preferences: JSON.stringify(preferences) })
      .where('id', '=', member.accountId)
      .execute(),
  );
  await app.close();
  app = await openTestApp({ dataDir });
}
const storedPosition = () =>
  app.world.db.read.selectFrom('positions').select(['cell_side', 'is_hidden']).executeTakeFirstOrThrow();

async function isShown(): Promise<boolean> {
  const viewer = await app.member();
  await reportPosition(viewer, app.clock.now());
  const query = { page: 0, size: 30, includeTestData: false, withPicture: false, onlineNow: false };
  return (await viewer.call(nearby.getNearest, { query })).some(({ profileId }) => profileId === member.profileId);
}

test('a member who has hidden is not shown', async () => {
  expect(await isShown()).toBe(true);
  await storeAndRestart({ hide: true });
  expect(await isShown()).toBe(false);
  expect(await storedPosition()).toMatchObject({ is_hidden: 1 });
});

test('a member who has chosen a wide area is shown in one', async () => {
  await storeAndRestart({ positionPrecision: 'wide' });
  expect(await isShown()).toBe(true);
  expect(await storedPosition()).toEqual({ cell_side: cellSides.wide, is_hidden: 0 });
});

test('other choices change no position', async () => {
  await storeAndRestart({ theme: 'dark', hide: false });
  expect(await storedPosition()).toEqual({ cell_side: cellSides.area, is_hidden: 0 });
});
