// Older backups, and the room on the disk, when a backup is made.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { CompleteWithErrors, makeBackup, type BackupOptions } from './make-backup.ts';

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

const backup = (options: Partial<BackupOptions> = {}) =>
  makeBackup({ dataDir: app.dataDir, databaseUrl: null, pictureBucket: null }, { folder, keptDays: 30, nowMs, ...options });

test('an old backup that cannot be deleted is reported with the path of the new one', async () => {
  const denied = async () => Promise.reject(new Error('EACCES: permission denied'));
  const failed = await backup({ remove: denied }).catch((error: unknown) => error);
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
  expect(await backup({ remove: removedTwice })).toBe(path.join(folder, newName));
  expect(await readdir(folder)).toEqual([newName]);
});

test('what a killed run has left is deleted after a day, since it is no backup', async () => {
  const partials = ['2026-11-24T064459Z.partial', '2026-11-24T064501Z.partial'];
  for (const name of partials) await mkdir(path.join(folder, name));
  await backup();
  expect((await readdir(folder)).sort()).toEqual([partials[1], newName]);
});

test('a backup that would leave the server no room on its disk is not made', async () => {
  await expect(backup({ freeBytes: async () => 999_999_999 })).rejects.toThrow(
    `less than 1 GB would be left for the server on the disk of ${folder}.`,
  );
  expect(await readdir(folder)).toEqual([oldName]);
  await backup({ freeBytes: async () => 1_000_000_000 });
  expect(await readdir(folder)).toEqual([newName]);
});
