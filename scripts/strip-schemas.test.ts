// Tests that the client gets the calls of the contract without their summaries.
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutSummaries } from './strip-schemas.ts';

const contract = join(import.meta.dirname, '../shared/contract');

test('the calls of the contract lose their summaries and nothing else', async () => {
  let summaries = 0;
  for await (const name of glob('*.ts', { cwd: contract, exclude: ['*.test.ts'] })) {
    const code = await readFile(join(contract, name), 'utf8');
    const stripped = withoutSummaries(code, name);
    const [lines, left] = [code.split('\n'), new Set(stripped.split('\n'))];
    const removed = lines.filter((line) => !left.has(line));
    summaries += removed.filter((line) => line.startsWith('    summary:')).length;
    for (const line of removed) expect(line).toMatch(/^ {4}summary:|^ {6}['"].*['"],$/);
  }
  expect(summaries).toBeGreaterThan(100);
});

test('a quotation mark does not end a summary too early', () => {
  const code = `{\n    who: 'all',\n    summary: 'The other\\'s "name", if known.',\n    rate: 'calls',\n}\n`;
  expect(withoutSummaries(code, 'x.ts')).toBe(`{\n    who: 'all',\n    rate: 'calls',\n}\n`);
});

test('a summary that is not a plain text is refused', () => {
  expect(() => withoutSummaries('    summary: `All ${limit} of them.`,\n', 'x.ts')).toThrow('x.ts');
});
