// Runs all tests in one runner and prints the totals in the last line.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const dir = mkdtempSync(path.join(tmpdir(), 'test-counts-'));
const counts = path.join(dir, 'counts.json');
const { status } = spawnSync(
  'vitest',
  [
    'run',
    '--config',
    'scripts/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${counts}`,
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit', cwd: path.join(import.meta.dirname, '..') },
);

let passed = 0;
let failed = 0;
try {
  const result = JSON.parse(readFileSync(counts, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numFailedTestSuites: number;
  };
  passed = result.numPassedTests;
  // A file that breaks before its first test counts as one failed test.
  failed = result.numFailedTests === 0 && status !== 0 ? 1 : result.numFailedTests;
} catch {
  failed = 1;
}
rmSync(dir, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(status === 0 && failed === 0 && passed > 0 ? 0 : 1);
