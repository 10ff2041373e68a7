// Style rules that cost time at every change of the page.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test('no rule of the frame, the parts of screens or conversations uses :has()', () => {
  const files = globSync('{app,ui,features/messages}/*.css', { cwd: root });
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => readFileSync(join(root, file), 'utf8').includes(':has('))).toEqual([]);
});
