// A backup is complete even if older ones cannot be deleted, or another run deletes them at the same time.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { CompleteWithErrors, makeBackup } from './make-backup.ts';

const nowMs = Date.UTC(2026, 10, 25, 6, 45, 0);
const [oldName, newName] = ['2026-10-01T064500Z', '2026-11-25T064500Z'];

let root: string;
let app: TestApp;
let folder: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'old-backups-'));
  app = await openTestApp({ dataDir: await mkdtemp(path.join(root, 'data-')) });
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(root, 'backups-'));
  await mkdir(path.join(folder, oldName));
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

const backup = (remove: typeof rm) =>
  makeBackup({ dataDir: app.dataDir, databaseUrl: null, pictureBucket: null }, { folder, keptDays: 30, nowMs, remove });

test('an old backup that cannot be deleted is reported with the path of the new one', async () => {
  const denied = async () => Promise.reject(new Error('EACCES: permission denied'));
  const failed = await backup(denied).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(CompleteWithErrors);
  expect(failed).toMatchObject({
    message: `${path.join(folder, newName)} is complete, but backups older than 30 days may be left: EACCES: permission denied`,
  });
  expect((await readdir(folder)).sort()).toEqual([oldName, newName]);
});

test('an old backup that another run has just deleted is not an error', async () => {
  const removedTwice: typeof rm = async (at, options) => {
    await rm(at, { recursive: true });
    await rm(at, options);
  };
  expect(await backup(removedTwice)).toBe(path.join(folder, newName));
  expect(await readdir(folder)).toEqual([newName]);
});
