// Tests that the version stored with each acceptance changes with the texts that were accepted.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { acknowledgementTextVersion } from '#shared/contract/session.ts';

test('each version has its own texts', () => {
  const source = readFileSync(path.join(import.meta.dirname, 'acknowledgements.ts'), 'utf8');
  const texts = [...source.matchAll(/'(\w+ [^'\n]{20,})'/g)].map(([, text]) => text);
  // Whoever changes a text changes the version, and then this digest.
  const digest = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16);
  expect([texts.length, acknowledgementTextVersion, digest]).toEqual([4, '2026-11-30', 'f57fc53c227d07d8']);
});
