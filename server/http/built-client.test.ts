// The files of a build: their types, and incomplete builds.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBuiltClient, typeOf } from './built-client.ts';

let distDir: string;
beforeEach(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'dist-'));
  for (const folder of ['build/client/assets', 'build/icons/hearthside']) await mkdir(join(distDir, folder), { recursive: true });
  await writeFile(join(distDir, 'current'), 'build\n');
  await writeFile(join(distDir, 'build/pages.json'), '{}');
  for (const name of ['sw.js', 'version_frontend.json']) await writeFile(join(distDir, 'build/client', name), name);
});
afterEach(() => rm(distDir, { recursive: true }));

test.each([
  ['app.js', 'text/javascript; charset=utf-8'],
  ['style.css', 'text/css; charset=utf-8'],
  ['icon.svg', 'image/svg+xml'],
  ['icon-192.png', 'image/png'],
  ['people.webp', 'image/webp'],
  ['places-1111.json', 'application/json; charset=utf-8'],
  ['text.woff2', 'font/woff2'],
  ['unknown.xyz', 'application/octet-stream'],
])('%s has the type %s', (name, type) => {
  expect(typeOf(name)).toBe(type);
});

test('only files that have compressed forms are served, and each form is what was built', async () => {
  const assets = join(distDir, 'build/client/assets');
  for (const name of ['a-1.js', 'a-1.js.br', 'a-1.js.gz', 'b-2.js']) await writeFile(join(assets, name), `of ${name}`);
  const { assets: served, keptAssets, id } = await readBuiltClient(distDir);
  const file = served.get('/assets/a-1.js');
  expect([id, [...served.keys()], keptAssets]).toEqual(['build', ['/assets/a-1.js'], ['a-1.js']]);
  expect([String(file?.plain), String(await file?.br?.()), String(await file?.gzip?.())]).toEqual([
    'of a-1.js',
    'of a-1.js.br',
    'of a-1.js.gz',
  ]);
});

test('a folder without the name of a build says which command builds one', async () => {
  await writeFile(join(distDir, 'current'), '\n');
  await expect(readBuiltClient(distDir)).rejects.toThrow('/current names no build: run `npm run build`.');
});
