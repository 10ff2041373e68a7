// Reads the build in dist: pages and worker of the newest build, and hashed files of the newest two.
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Language } from '#shared/rules/languages.ts';
import { servedFile, type ServedFile } from './served-file.ts';

export interface BuiltClient {
  readonly id: string;
  /**
   * Pages by language and address, with placeholders for the brand, for open and for discreet brands. They include '/__shell' and
   * '/__404'.
   */
  readonly pages: Readonly<Record<'open' | 'discreet', Readonly<Record<Language, Readonly<Record<string, string>>>>>>;
  /** The code of the worker, without the data of its host. */
  readonly worker: string;
  readonly version: string;
  /** The files of the newest two builds by '/assets/<name with hash>'. */
  readonly assets: ReadonlyMap<string, ServedFile>;
  /** The names of the newest build's files that devices store, without those of languages and those that only administrators need. */
  readonly keptAssets: readonly string[];
  /** The names of the languages' files. A device keeps only those of its own language. */
  readonly languages: readonly string[];
  /** The newest build's files without a hash in their names, which every page loads: '/app.js', '/shell.js', '/style.css'. */
  readonly entries: ReadonlyMap<string, ServedFile>;
  /** The icons of each brand by file name. */
  readonly icons: ReadonlyMap<string, ReadonlyMap<string, Buffer>>;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** One year, because a name with a hash always has the same content. */
export const immutable = 'public, max-age=31536000, immutable';

/** Stored by browsers, but checked each time. The reply is mostly 304. */
export const revalidated = 'no-cache';

/** Rejects if there is no build. */
export async function readBuiltClient(distDir: string): Promise<BuiltClient> {
  const marker = await readFile(join(distDir, 'current'), 'utf8').catch(() => {
    throw new Error(`No client is built in ${distDir}: run \`npm run build\`.`);
  });
  const [id, ...earlier] = marker.split('\n').filter((line) => line !== '');
  if (id === undefined) throw new Error(`${distDir}/current names no build: run \`npm run build\`.`);
  const newest = join(distDir, id);
  const names = await compressedNames(join(newest, 'client/assets'));
  const assets = new Map<string, ServedFile>();
  for (const build of [...earlier, id]) {
    for (const file of await readCompressed(join(distDir, build, 'client/assets'), '/assets/', immutable)) assets.set(...file);
  }
  return {
    id,
    pages: JSON.parse(await readFile(join(newest, 'pages.json'), 'utf8')),
    worker: await readFile(join(newest, 'client/sw.js'), 'utf8'),
    version: await readFile(join(newest, 'client/version_frontend.json'), 'utf8'),
    assets,
    keptAssets: names.filter((name) => !/^(?:admin|language)-/.test(name)),
    languages: names.filter((name) => name.startsWith('language-')),
    entries: new Map(await readCompressed(join(newest, 'client'), '/', revalidated)),
    icons: await readIcons(join(newest, 'icons')),
  };
}

export function typeOf(fileName: string): string {
  return types[extname(fileName)] ?? 'application/octet-stream';
}

/** The compressed files of a folder by URL path. */
async function readCompressed(folder: string, prefix: string, cacheControl: string): Promise<[string, ServedFile][]> {
  const names = await compressedNames(folder);
  return Promise.all(
    names.map(async (name): Promise<[string, ServedFile]> => {
      const read = (end: string): Promise<Buffer> => readFile(join(folder, name + end));
      const [plain, br, gzip] = await Promise.all([read(''), read('.br'), read('.gz')]);
      const file = { type: typeOf(name), cacheControl, plain, br: async () => br, gzip: async () => gzip };
      return [prefix + name, servedFile(file)];
    }),
  );
}

async function compressedNames(folder: string): Promise<string[]> {
  const all = await readdir(folder);
  return all.filter((name) => all.includes(`${name}.br`));
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
