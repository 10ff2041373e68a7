// Mails that a server left in files before SMTP_URL was set are deleted too.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openWorld } from './open-world.ts';
import { dataFolder } from './testing/app/loaded-modules.ts';

test('a server that sends mails through SMTP deletes those that it wrote to files earlier, and creates no folder for them', async () => {
  const dataDir = await dataFolder();
  const { mail, close } = await openWorld(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', SMTP_URL: 'smtp://localhost:1' }));
  await mail.removeBefore?.(Date.now());
  expect(await readdir(dataDir)).not.toContain('outbox');
  const outbox = path.join(dataDir, 'outbox');
  await mkdir(outbox);
  await writeFile(path.join(outbox, '2026-11-01T08-00-00.000Z-0a.eml'), 'To: alice@example.org');
  await mail.removeBefore?.(Date.parse('2026-11-02T08:00:00Z'));
  expect(await readdir(outbox)).toEqual([]);
  await close();
});
