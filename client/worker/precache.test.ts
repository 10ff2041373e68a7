// The pages that the worker stores: in the language that the server gives this browser, and never mixed.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryCaches, type MemoryCaches } from '#client/testing/memory-caches.ts';
import { createPrecache } from './precache.ts';
import type { WorkerHost } from './host.ts';

const origin = 'https://example.test';
let caches: MemoryCaches;
/** What the server would send without a language in the address. */
let negotiated: string;
let revision: string;
let broken: string | null;
/** The pages in this language come later. */
let slow: { readonly language: string; readonly until: Promise<void> } | null;
/** All requests since the list was last emptied, as "GET /tos?lang=de". */
let requested: string[];

beforeEach(() => {
  caches = memoryCaches(origin);
  [negotiated, revision, broken, slow, requested] = ['de', 'rev1', null, null, []];
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', { origin });
  setBrowser('de-DE', 'en');
  vi.stubGlobal('fetch', async (input: string | { url: string }, { method = 'GET' }: RequestInit = {}) => {
    const { pathname, search, searchParams } = new URL(typeof input === 'string' ? input : input.url, origin);
    requested.push(`${method} ${pathname}${search}`);
    if (pathname === broken) return new Response('', { status: 500 });
    if (pathname.includes('.')) return new Response(pathname, { headers: { etag: 'W/"file1"' } });
    const language = searchParams.get('lang') ?? negotiated;
    if (slow?.language === language) await slow.until;
    const headers = { etag: `W/"${revision}-${language}"`, 'content-language': language };
    return new Response(method === 'HEAD' ? null : `${pathname} in ${language} of ${revision}`, { headers });
  });
});
afterEach(() => vi.unstubAllGlobals());

const setBrowser = (...languages: string[]): unknown => vi.stubGlobal('navigator', { languages });

/** The worker of a build. */
function worker(build: string, pageRevision = 'rev1', isNewerComing = () => false) {
  const host: WorkerHost = {
    build,
    pages: ['/', '/login', '/__shell'].map((url) => ({ url, revision: pageRevision })),
    files: [{ url: '/app.js', revision: 'file1' }],
    screens: ['/settings', '/tos'],
    assets: [],
    languages: ['language-de-1111111.js', 'language-pt-BR-22222222.js'],
    notification: { title: '', bodies: { en: '' } },
  };
  return createPrecache(host, () => false, isNewerComing);
}

const stored = async (build: string, path: string): Promise<string | undefined> =>
  (await (await caches.open(`build-${build}`)).match(path))?.text();
const words = async (): Promise<string[]> => (await (await caches.open('hashed')).keys()).map(({ url }) => new URL(url).pathname);

/** The answer to an opened page, once all work that it has started is done. */
async function openPage(precache: ReturnType<typeof worker>, path: string): Promise<string | undefined> {
  const later: Promise<unknown>[] = [];
  // Only browsers can make a request that navigates.
  const request = Object.defineProperty(new Request(origin + path), 'mode', { value: 'navigate' });
  const answer = await precache.answer({ request, waitUntil: (work) => void later.push(work) });
  await Promise.all(later);
  return answer?.text();
}

test('an installation stores pages and words in the language that the server gives this browser', async () => {
  await worker('a').install();
  expect(requested[0]).toBe('HEAD /');
  expect(await Promise.all(['/', '/login', '/__shell'].map((path) => stored('a', path)))).toEqual(
    ['/', '/login', '/__shell'].map((path) => `${path} in de of rev1`),
  );
  expect(await words()).toEqual(['/assets/language-de-1111111.js']);
});

test('an update takes over pages that have not changed', async () => {
  await worker('a').install();
  requested = [];
  await worker('b').install();
  expect(requested).toEqual(['HEAD /']);
  expect(await stored('b', '/')).toBe('/ in de of rev1');
});

test('an update takes over no page of another language, though its revision is the same', async () => {
  await worker('a').install();
  negotiated = 'pt-BR';
  await worker('b').install();
  expect(await stored('b', '/')).toBe('/ in pt-BR of rev1');
  expect(await words()).toContain('/assets/language-pt-BR-22222222.js');
});

test('a page of another build is refused', async () => {
  await expect(worker('a', 'rev2').install()).rejects.toThrow(/another build/);
  expect(await caches.has('build-a')).toBe(false);
});

test('a build that fails to install again leaves the pages of the active worker, which has the same build', async () => {
  const active = worker('a');
  await active.install();
  await active.activate();
  broken = '/login';
  await expect(worker('a').install()).rejects.toThrow(/500/);
  expect(await stored('a', '/')).toBe('/ in de of rev1');
});

test('a chosen language is fetched whole or not at all', async () => {
  const precache = worker('a');
  await precache.install();
  broken = '/login';
  await expect(precache.keepPages('pt-BR')).rejects.toThrow(/500/);
  expect([await openPage(precache, '/'), await openPage(precache, '/settings')]).toEqual([
    '/ in de of rev1',
    '/__shell in de of rev1',
  ]);
  broken = null;
  await precache.keepPages('pt-BR');
  expect([await openPage(precache, '/'), await openPage(precache, '/settings')]).toEqual([
    '/ in pt-BR of rev1',
    '/__shell in pt-BR of rev1',
  ]);
  expect(await words()).toContain('/assets/language-pt-BR-22222222.js');
});

test('a member’s device gets pages and words of the choice when it is idle, and without a choice keeps what it has', async () => {
  const precache = worker('a');
  await precache.install();
  requested = [];
  for (const chosen of [null, 'de', 'en-XA']) await precache.fetchDeferred(chosen);
  expect(requested).toEqual([]);
  await precache.fetchDeferred('pt-BR');
  expect(await openPage(precache, '/')).toBe('/ in pt-BR of rev1');
  expect(await words()).toContain('/assets/language-pt-BR-22222222.js');
});

test('of two choices the last one counts, even if its pages come first', async () => {
  const precache = worker('a');
  await precache.install();
  let release: () => void = () => undefined;
  slow = { language: 'pt-BR', until: new Promise((resolve) => (release = resolve)) };
  const kept = [precache.fetchDeferred('pt-BR'), precache.keepPages('ar')];
  await new Promise((resolve) => setImmediate(resolve));
  release();
  await Promise.all(kept);
  expect(await openPage(precache, '/')).toBe('/ in ar of rev1');
});

test('without a choice the pages follow the server, which knows the browser', async () => {
  const precache = worker('a');
  await precache.install();
  negotiated = 'ar';
  await precache.keepPages(null);
  expect(await openPage(precache, '/')).toBe('/ in ar of rev1');
});

test('once the browser has another language, the second opening is in it', async () => {
  const precache = worker('a');
  await precache.install();
  requested = [];
  await openPage(precache, '/');
  expect(requested).toEqual([]);
  setBrowser('pt-PT');
  negotiated = 'pt-BR';
  expect(await openPage(precache, '/')).toBe('/ in de of rev1');
  expect(await openPage(precache, '/')).toBe('/ in pt-BR of rev1');
  requested = [];
  await openPage(precache, '/');
  expect(requested).toEqual([]);
});

test('an address that asks for a language is answered by the server, and while it is away by the stored page', async () => {
  const precache = worker('a');
  await precache.install();
  expect(await openPage(precache, '/?lang=ar')).toBe('/ in ar of rev1');
  expect(await openPage(precache, '/tos?lang=ar')).toBe('/tos in ar of rev1');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
  expect(await openPage(precache, '/?lang=ar')).toBe('/ in de of rev1');
  expect(await openPage(precache, '/tos?lang=ar')).toBe('/__shell in de of rev1');
});

test('a public page that is not stored starts with the neutral page, and an unknown address does so only without a connection', async () => {
  const precache = worker('a');
  await precache.install();
  expect(await openPage(precache, '/nowhere')).toBe('/nowhere in de of rev1');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
  expect([await openPage(precache, '/tos'), await openPage(precache, '/nowhere')]).toEqual(
    Array(2).fill('/__shell in de of rev1'),
  );
});

test('a build that is activated while the next one installs leaves its files, and the next one removes those before', async () => {
  for (const build of ['a', 'b']) await worker(build).install();
  let isInstalling = true;
  const [next, other] = [worker('c'), worker('b', 'rev1', () => isInstalling)];
  negotiated = 'pt-BR';
  await next.install();
  await other.activate();
  isInstalling = false;
  expect([await stored('c', '/'), (await words()).length]).toEqual(['/ in pt-BR of rev1', 2]);
  await next.activate();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
  expect([await openPage(next, '/'), await openPage(next, '/settings')]).toEqual([
    '/ in pt-BR of rev1',
    '/__shell in pt-BR of rev1',
  ]);
  expect(await caches.keys()).toEqual(['hashed', 'build-c', 'builds']);
});
