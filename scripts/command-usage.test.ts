// Commands that create a folder do not take an option for its name.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test.each(['backup', 'restore', 'build-production'])('%s explains itself with --help, and creates nothing', (command) => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'usage-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const script = path.join(import.meta.dirname, `${command}.ts`);
  const env = { ...process.env, DATA_DIR: path.join(cwd, 'data') };
  const { status, stderr } = spawnSync(process.execPath, [script, '--help'], { cwd, env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^npm run [\w:-]+ -- (?:FOLDER|BACKUP)/)]);
  expect(readdirSync(cwd)).toEqual([]);
});
