// What the policy of a page lets run.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { defaultBrand } from '#manifest/index.ts';
import { contentSecurityPolicy } from './security-headers.ts';

const scriptsOf = (page: string) => /script-src ([^;]*);/.exec(contentSecurityPolicy(defaultBrand, page))?.[1];

test('a page may run the inline script that it was built with, by its hash, and data is no script', () => {
  const script = '\n      wear();\n    ';
  const hash = createHash('sha256').update(script).digest('base64');
  const data = '<script type="application/json" id="brand">{"name":"&lt;script>"}</script>';
  expect(scriptsOf(`<head><script>${script}</script>${data}</head>`)).toBe(`'self' 'sha256-${hash}'`);
});

test('a page without one may run files of its own host only', () => {
  expect(scriptsOf('<script type="module" src="/app.js"></script>')).toBe("'self'");
});
