// Searches for data that must not remain: in the server's log and files, and in a browser's requests, history and storage.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { BrowserContext, Request } from 'playwright-core';
import { databaseFile } from '#server/db/sqlite.ts';
import type { Person } from './person.ts';
import type { RunningServer } from './server.ts';

/** The texts to search for, by name. */
export type Needles = Readonly<Record<string, string>>;

export interface SeenRequests {
  /** The requested URLs and their headers, except cookies. Browsers never send the fragment. */
  readonly texts: () => Promise<string>;
  readonly count: () => number;
}

/** Records every request of a browser from now on, including its service worker's. */
export function watchRequests(context: BrowserContext): SeenRequests {
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  const textOf = async (request: Request): Promise<string> => {
    const headers = await Promise.race([request.allHeaders().catch(() => null), later()]);
    const { referer = '', cookie: _cookie, ...rest } = headers ?? request.headers();
    return `${request.url().split('#', 1)[0]} ${referer} ${JSON.stringify(rest)}`;
  };
  return { texts: async () => (await Promise.all(requests.map(textOf))).join('\n'), count: () => requests.length };
}

/** Resolves to null after a while, since the headers of an aborted request never arrive. */
const later = (): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), 5_000));

/** Returns each match as "place: name". The list is empty if nothing leaks. */
export function findingsIn(places: Readonly<Record<string, string | Buffer>>, needles: Needles): string[] {
  return Object.entries(places).flatMap(([place, content]) =>
    Object.entries(needles)
      .filter(([, needle]) => content.includes(needle))
      .map(([name]) => `${place}: ${name}`),
  );
}

/** Returns all data of an origin in a browser, by place: history, storage, databases and caches. */
export async function tracesOf({ context, page }: Person): Promise<Record<string, string>> {
  const tools = await context.newCDPSession(page);
  const { entries } = await tools.send('Page.getNavigationHistory');
  await tools.detach();
  const history = entries.map(({ url, title }) => `${url} ${title}`).join('\n');
  return { history, ...(await page.evaluate(storedHere)) };
}

/** Returns the URLs that Chromium lists as visited. They are in its profile directory after it was closed. */
export function listedVisits(directory: string): string[] {
  const history = new SqliteDatabase(path.join(directory, 'Default/History'), { readonly: true });
  try {
    // The list omits pages that redirected to other pages, since their visits do not end a chain (0x20000000).
    const listed = 'select urls.url from visits join urls on visits.url = urls.id where visits.transition & 0x20000000';
    return history.prepare<[], string>(listed).pluck().all();
  } finally {
    history.close();
  }
}

/** Returns all files in the server's data directory, by their path in it. */
export async function filesOf({ dataDir }: RunningServer): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) files[path.relative(dataDir, file)] = await readFile(file);
  }
  return files;
}

/** Returns all rows of all tables in a server's SQLite database as text. */
export function rowsOf({ dataDir }: RunningServer): string {
  const database = new SqliteDatabase(databaseFile(dataDir), { readonly: true });
  try {
    const tables = database.prepare<[], string>("select name from sqlite_master where type = 'table'").pluck().all();
    return JSON.stringify(tables.map((table) => database.prepare(`select * from "${table}"`).all()));
  } finally {
    database.close();
  }
}

/** Returns a number as the eight bytes that databases store. */
export const bytesOf = (value: number): string => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString('latin1');
};

/** Runs in the page. */
async function storedHere(): Promise<Record<string, string>> {
  const databases: unknown[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error));
    });
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store).getAll();
      databases.push(await new Promise((resolve) => all.addEventListener('success', () => resolve(all.result))));
    }
    database.close();
  }
  const cached: string[] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const isOurs = new URL(request.url).pathname.startsWith('/api/');
      cached.push(request.url, isOurs ? ((await (await cache.match(request))?.text()) ?? '') : '');
    }
  }
  return {
    address: location.href,
    'local storage': JSON.stringify({ ...localStorage }),
    'session storage': JSON.stringify({ ...sessionStorage }),
    databases: JSON.stringify(databases),
    caches: cached.join('\n'),
    cookies: document.cookie,
  };
}
