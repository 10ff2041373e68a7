// Caches the whole app on the device: fetched at install, the parts that only members need after it, and old builds removed after activation.
import { routeOfPath } from '#shared/rules/routes.ts';
import type { HostFile, WorkerHost } from './host.ts';

/** Files with a hash in their name, of all builds: an update fetches only the names that are new. */
const hashedCache = 'hashed';
/** Remembers which hashed files the newest builds need, so that a tab of the build before still finds its chunks. */
const buildsCache = 'builds';
const buildsKey = '/__builds';
const keptBuilds = 2;

interface CachedBuild {
  readonly build: string;
  readonly hashed: readonly string[];
}

export interface Precache {
  /** Rejects when a single file could not be had whole: the browser then keeps the old worker and tries again later. */
  readonly install: () => Promise<void>;
  readonly activate: () => Promise<void>;
  /** Fetches what install has left out; rejects when a file could not be had, and the next call tries again. */
  readonly fetchRest: () => Promise<void>;
  /** Null for what is none of its business: everything under /api, other origins, anything but GET. */
  readonly answer: (event: FetchEvent) => Promise<Response> | null;
}

/** `isRest` tells by the address which hashed files are heavy and of use to members only: visitors never fetch them. */
export function createPrecache(
  host: WorkerHost,
  hashedFiles: readonly string[],
  isRest: (url: string) => boolean = () => false,
): Precache {
  const ownCache = `build-${host.build}`;
  // A list may name a file twice; fetching it twice would cost, and Cache.addAll would refuse the lot.
  const hashed = [...new Set(hashedFiles)];
  const files = new Map(host.files.map((file) => [file.url, file]));

  async function install(): Promise<void> {
    const [shared, own] = await Promise.all([caches.open(hashedCache), caches.open(ownCache)]);
    try {
      const before = await cachesOfOtherBuilds();
      // What worked without connection goes on doing so: a device that has the rest takes an update whole or not at all.
      const hasRest = (await shared.keys()).some(({ url }) => isRest(new URL(url).pathname));
      const wanted = hasRest ? hashed : hashed.filter((url) => !isRest(url));
      await Promise.all([
        ...wanted.map((url) => cacheHashed(shared, url)),
        ...[...files.values()].map((file) => cacheOwn(own, file, before)),
      ]);
    } catch (trouble) {
      await caches.delete(ownCache);
      throw trouble;
    }
  }

  async function fetchRest(): Promise<void> {
    const shared = await caches.open(hashedCache);
    await Promise.all(hashed.filter(isRest).map((url) => cacheHashed(shared, url)));
  }

  async function activate(): Promise<void> {
    const builds = await caches.open(buildsCache);
    const kept = await builds.match(buildsKey);
    const before: CachedBuild[] = kept === undefined ? [] : await kept.json();
    const newest = [{ build: host.build, hashed }, ...before.filter(({ build }) => build !== host.build)].slice(0, keptBuilds);
    await builds.put(buildsKey, Response.json(newest));
    await dropUnlisted(new Set(newest.flatMap((build) => build.hashed)));
    await Promise.all((await namesOfOtherBuilds()).map((name) => caches.delete(name)));
  }

  async function namesOfOtherBuilds(): Promise<string[]> {
    return (await caches.keys()).filter((name) => name.startsWith('build-') && name !== ownCache);
  }

  async function cachesOfOtherBuilds(): Promise<Cache[]> {
    return Promise.all((await namesOfOtherBuilds()).map((name) => caches.open(name)));
  }

  function answer({ request }: FetchEvent): Promise<Response> | null {
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== location.origin || isOrUnder(url.pathname, '/api')) return null;
    if (request.mode === 'navigate') return answerNavigation(request, url.pathname);
    if (url.pathname.startsWith('/assets/')) return cachedOrFetched(hashedCache, url.pathname, request);
    return files.has(url.pathname + url.search) ? cachedOrFetched(ownCache, url.pathname + url.search, request) : null;
  }

  /** A page is looked up by its path alone and never stored, so no token of a link ever gets into a cache. */
  function answerNavigation(request: Request, pathname: string): Promise<Response> {
    const path = pathname === '/' ? pathname : pathname.replace(/\/+$/, '');
    if (files.has(path)) return cachedOrFetched(ownCache, path, request);
    if (routeOfPath(path) !== null) return cachedOrFetched(ownCache, '/__shell', request);
    return fetch(request).catch(() => cachedOrFetched(ownCache, '/__404', request));
  }

  return { install, activate, fetchRest, answer };
}

async function cachedOrFetched(cacheName: string, key: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(key)) ?? fetch(request);
}

/** The name carries the hash, so the copy that the page itself has just loaded is as good as a new one. */
async function cacheHashed(cache: Cache, url: string): Promise<void> {
  if ((await cache.match(url)) !== undefined) return;
  await cache.put(url, delivered(url, await fetch(url, { credentials: 'omit' })));
}

/** Copied from the previous build where it has not changed; else fetched past the browser's cache, in the very revision wanted. */
async function cacheOwn(cache: Cache, { url, revision }: HostFile, before: readonly Cache[]): Promise<void> {
  const known = await Promise.all(before.map((other) => other.match(url)));
  const unchanged = known.find((response) => response !== undefined && isOf(response, revision));
  if (unchanged !== undefined) return cache.put(url, unchanged);
  const response = delivered(url, await fetch(url, { cache: 'reload', credentials: 'omit' }));
  if (!isOf(response, revision)) throw new Error(`${url} is of another build`);
  await cache.put(url, response);
}

/** The server's entity tag is the revision; a proxy may have weakened it or added to it. */
function isOf(response: Response, revision: string): boolean {
  return response.headers.get('etag')?.includes(revision) === true;
}

function delivered(url: string, response: Response): Response {
  if (response.status !== 200 || response.redirected) throw new Error(`${url} answered ${response.status}`);
  return response;
}

async function dropUnlisted(listed: ReadonlySet<string>): Promise<void> {
  const shared = await caches.open(hashedCache);
  const stale = (await shared.keys()).filter((request) => !listed.has(new URL(request.url).pathname));
  await Promise.all(stale.map((request) => shared.delete(request)));
}

function isOrUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
