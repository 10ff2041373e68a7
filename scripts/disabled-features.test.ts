// Browser tests switch off all features of Chromium that Playwright does.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { disabledFeatures } from './disabled-features.ts';

test('the list has every feature that Playwright switches off', () => {
  const bundle = path.join(import.meta.dirname, '../node_modules/playwright-core/lib/coreBundle.js');
  const list = /\bdisabledFeatures = \[([^\]]*)\]/.exec(readFileSync(bundle, 'utf8'))?.[1] ?? '';
  const names = list
    .replaceAll(/\/\/.*/g, '')
    .split(',')
    .map((name) => name.trim().replaceAll('"', ''));
  expect(names.length).toBeGreaterThan(10);
  expect(disabledFeatures).toEqual(expect.arrayContaining(names));
});
