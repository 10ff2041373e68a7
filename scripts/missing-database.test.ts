// Tests that the commands for an existing server create no database where there is none.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'missing-database-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const answerOf = (command: string, dataDir: string) =>
  promisify(execFile)(process.execPath, [path.join(import.meta.dirname, `${command}.ts`), ...argumentsOf(command)], {
    env: { ...process.env, DATA_DIR: dataDir },
  }).then(
    () => 'done',
    (error: { stderr: string }) => error.stderr.trim(),
  );

function argumentsOf(command: string): string[] {
  if (command === 'backup') return [path.join(root, 'backups')];
  return command === 'grant-admin' ? ['ada@example.org'] : command === 'ledger' ? ['verify'] : [];
}

test.each(['integrity', 'ledger', 'grant-admin', 'backup'])('%s names the folder and the setting', async (command) => {
  const sentence = (dataDir: string) =>
    `${command === 'backup' ? 'No backup was made: ' : ''}There is no database of a server in ${dataDir}. Set DATA_DIR to the folder of the server.`;
  const nowhere = path.join(root, 'data');
  expect(await answerOf(command, nowhere)).toBe(sentence(nowhere));
  expect(await readdir(root)).toEqual([]);
  await writeFile(path.join(root, 'database.sqlite'), '');
  expect(await answerOf(command, root)).toBe(sentence(root));
  expect(await readdir(root)).toEqual(['database.sqlite']);
});
