// Reads what the build left in dist: the pages and worker of the newest build, the hashed files of the newest two.
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { compressedFile, type ServedFile } from './served-file.ts';

export interface BuiltClient {
  readonly id: string;
  /** Address -> page with the brand still to be filled in; '/__shell' and '/__404' among them. */
  readonly pages: Readonly<Record<string, string>>;
  readonly worker: string;
  readonly version: string;
  /** '/assets/<hashed name>' -> file, of the newest two builds. */
  readonly assets: ReadonlyMap<string, ServedFile>;
  /** Brand key -> file name -> bytes. */
  readonly icons: ReadonlyMap<string, ReadonlyMap<string, Buffer>>;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** A year: a hashed name never changes what it holds. */
export const immutable = 'public, max-age=31536000, immutable';

/** Rejects with a sentence when nothing is built. */
export async function readBuiltClient(distDir: string): Promise<BuiltClient> {
  const marker = await readFile(join(distDir, 'current'), 'utf8').catch(() => {
    throw new Error(`No client is built in ${distDir}: run \`npm run build\`.`);
  });
  const [id, ...earlier] = marker.split('\n').filter((line) => line !== '');
  if (id === undefined) throw new Error(`${distDir}/current names no build: run \`npm run build\`.`);
  const newest = join(distDir, id);
  const assets = new Map<string, ServedFile>();
  for (const build of [...earlier, id]) await readAssets(join(distDir, build, 'client/assets'), assets);
  return {
    id,
    pages: JSON.parse(await readFile(join(newest, 'pages.json'), 'utf8')),
    worker: await readFile(join(newest, 'client/sw.js'), 'utf8'),
    version: await readFile(join(newest, 'client/version_frontend.json'), 'utf8'),
    assets,
    icons: await readIcons(join(newest, 'icons')),
  };
}

export function typeOf(fileName: string): string {
  return types[extname(fileName)] ?? 'application/octet-stream';
}

async function readAssets(folder: string, into: Map<string, ServedFile>): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/\.(br|gz)$/.test(name)) continue;
    const plain = await readFile(join(folder, name));
    const br = await readFile(join(folder, `${name}.br`));
    const gzip = await readFile(join(folder, `${name}.gz`));
    into.set(`/assets/${name}`, compressedFile({ type: typeOf(name), cacheControl: immutable, plain, br, gzip }));
  }
}

async function readIcons(folder: string): Promise<Map<string, Map<string, Buffer>>> {
  const icons = new Map<string, Map<string, Buffer>>();
  for (const brand of await readdir(folder)) {
    const files = new Map<string, Buffer>();
    for (const name of await readdir(join(folder, brand))) files.set(name, await readFile(join(folder, brand, name)));
    icons.set(brand, files);
  }
  return icons;
}
