// Tests that every file, export and dependency is used.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');

it('finds nothing unused', { timeout: 120_000 }, async () => {
  const args = [path.join(root, 'node_modules/knip/bin/knip.js'), '--config', 'scripts/knip.json', '--no-progress'];
  const found = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: root }, (error, stdout, stderr) =>
      resolve(error === null ? '' : stdout + stderr || error.message),
    );
  });
  expect(found).toBe('');
});
