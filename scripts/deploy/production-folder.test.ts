// Every user can read a production folder, although only its owner can read the checkout.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyProduction } from './production-folder.ts';

const folders = ['dist', 'manifest', 'server/db', 'shared', 'scripts/backup'];
const files = ['package-lock.json', 'server/main.ts'].concat(
  ['backup', 'restore', 'integrity', 'grant-admin', 'ledger'].map((name) => `scripts/${name}.ts`),
);

test('a folder made from a checkout that only its owner can read is read by the user of the server', async () => {
  const base = mkdtempSync(path.join(tmpdir(), 'production-folder-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const [root, folder] = [path.join(base, 'checkout'), path.join(base, 'app')];
  for (const each of folders) mkdirSync(path.join(root, each), { recursive: true, mode: 0o700 });
  for (const file of files) writeFileSync(path.join(root, file), '', { mode: 0o600 });
  writeFileSync(path.join(root, 'package.json'), '{"scripts":{}}');
  mkdirSync(folder);
  chmodSync(folder, 0o700);
  await copyProduction(root, folder);
  const entries = [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))];
  expect(entries.length).toBeGreaterThan(folders.length + files.length);
  for (const entry of entries) {
    const stats = statSync(entry);
    expect([entry, stats.mode & 0o555]).toEqual([entry, stats.isDirectory() ? 0o555 : 0o444]);
  }
});
