// All temporary files of the tests are in one folder, which is removed after the run.
import { existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { setup } from './test-folder.ts';

const { TMPDIR: before, NODE_COMPILE_CACHE: compiledBefore } = process.env;
afterEach(() => {
  Object.assign(process.env, { TMPDIR: before, NODE_COMPILE_CACHE: compiledBefore });
});

test('the tests of this run have a folder of their own', () => {
  expect(path.basename(tmpdir())).toMatch(/^tests-/);
  expect(compiledBefore).toBe(path.join(tmpdir(), 'compiled'));
});

test('a run makes a folder that the user of PostgreSQL can enter, and removes it', () => {
  const remove = setup();
  const folder = tmpdir();
  expect(folder).not.toBe(before);
  expect(statSync(folder).mode & 0o777).toBe(0o711);
  remove();
  expect(existsSync(folder)).toBe(false);
});
