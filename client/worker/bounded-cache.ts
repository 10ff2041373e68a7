// A cache of server responses with a limited size, deleted at logout.
import { memberDatabase } from '#client/offline/database.ts';

export interface BoundedCacheOptions {
  /** Caches named "member-..." are deleted at logout. */
  readonly name: `member-${string}`;
  readonly maxEntries: number;
  /** The uncompressed size of all entries; unlimited by default. */
  readonly maxBytes?: number;
  /** The age below which a cached response is used without a request; an older one is used only offline. */
  readonly freshMs: number;
  /** URLs that differ only in their query are sizes of one picture: any of them is used offline, and all are deleted together. */
  readonly hasSizes?: boolean;
}

const cachedAtHeader = 'x-kept-at';
const cachedBytesHeader = 'x-kept-bytes';
/** The server chooses a format that the browser supports, so this browser can show any cached response. */
const ignoreVary = true;
/** The fraction of the limit that is freed at a time, since counting entries is slow. */
const evictedFraction = 0.05;

/** The part of a FetchEvent that is used. */
export interface CacheableRequest {
  readonly request: Request;
  waitUntil(work: Promise<unknown>): void;
}

export type Responder = (event: CacheableRequest) => Promise<Response>;

/**
 * Responds with a fresh cached response, else with the server's, else with an old cached one. A status of 400 to 499 deletes
 * the entry. The least recently used entries are evicted first. While an app lock is set nothing is cached, not even by the
 * browser's HTTP cache, since the worker has no keys to seal it.
 */
export function createBoundedCache({
  name,
  maxEntries,
  maxBytes = Infinity,
  freshMs,
  hasSizes = false,
}: BoundedCacheOptions): Responder {
  /** URLs used since the worker's start, most recent last; they are evicted after all others. */
  const recentlyUsed = new Set<string>();
  /** Bytes by URL, as far as known. */
  const sizes = new Map<string, number>();
  let evicting: Promise<void> = Promise.resolve();

  async function respond(event: CacheableRequest): Promise<Response> {
    const { request } = event;
    const cache = (await caches.has(name)) ? await caches.open(name) : null;
    const cached = await cache?.match(request, { ignoreVary });
    recentlyUsed.delete(request.url);
    recentlyUsed.add(request.url);
    if (cached !== undefined && Date.now() - cachedAt(cached) < freshMs) return cached;
    try {
      if (await isLockSet()) return await fetch(request, { cache: 'no-store' });
      const response = await fetch(request);
      // The response does not wait for the cache, nor fail if the device is full.
      if (isCacheable(response)) event.waitUntil(store(request, response.clone()).catch(() => undefined));
      else if (response.status >= 400 && response.status < 500 && response.status !== 429)
        await cache?.delete(request, { ignoreSearch: hasSizes, ignoreVary });
      return response;
    } catch (error) {
      const fallback = cached ?? (hasSizes ? await cache?.match(request, { ignoreSearch: true, ignoreVary }) : undefined);
      if (fallback !== undefined) return fallback;
      throw error;
    }
  }

  async function store(request: Request, response: Response): Promise<void> {
    // A response that arrives after the logout must not be stored.
    if (!(await hasMember())) return;
    const headers = new Headers(response.headers);
    headers.set(cachedAtHeader, String(Date.now()));
    // The cached body is uncompressed.
    for (const name of ['content-encoding', 'content-length']) headers.delete(name);
    const cache = await caches.open(name);
    const { status } = response;
    const body = status === 204 ? null : await response.blob();
    headers.set(cachedBytesHeader, String(body?.size ?? 0));
    await cache.put(request, new Response(body, { status, headers }));
    sizes.set(request.url, body?.size ?? 0);
    // A lock may have been set, or the member logged out, while the body arrived.
    if ((await isLockSet()) || !(await hasMember())) await caches.delete(name);
    evicting = evicting.then(() => evict(cache)).catch(() => undefined);
    await evicting;
  }

  /** Relies on `cache.keys` listing entries in insertion order. */
  async function evict(cache: Cache): Promise<void> {
    const requests = await cache.keys();
    let count = requests.length;
    let bytes = maxBytes === Infinity ? 0 : await bytesOf(cache, requests);
    if (count <= maxEntries && bytes <= maxBytes) return;
    const ranks = new Map([...recentlyUsed].map((url, rank) => [url, rank]));
    const order = requests.toSorted((a, b) => (ranks.get(a.url) ?? -1) - (ranks.get(b.url) ?? -1));
    for (const request of order) {
      if (count <= maxEntries * (1 - evictedFraction) && bytes <= maxBytes * (1 - evictedFraction)) break;
      await cache.delete(request, { ignoreVary });
      count -= 1;
      bytes -= sizes.get(request.url) ?? 0;
      recentlyUsed.delete(request.url);
      sizes.delete(request.url);
    }
  }

  /** Reads the size of each entry once per worker start. */
  async function bytesOf(cache: Cache, requests: readonly Request[]): Promise<number> {
    let sum = 0;
    for (const request of requests) {
      const known = sizes.get(request.url) ?? Number((await cache.match(request))?.headers.get(cachedBytesHeader) ?? 0);
      sizes.set(request.url, known);
      sum += known;
    }
    return sum;
  }

  return respond;
}

/** False from the moment at which a logout deletes the database. */
const hasMember = async (): Promise<boolean> => (await memberDatabase.owner().catch(() => null)) !== null;

const isLockSet = (): Promise<boolean> => memberDatabase.isLockSet().catch(() => false);

/** A picture that only some may see comes with the word not to store it. */
const isCacheable = ({ status, headers }: Response): boolean =>
  (status === 200 || status === 204) && !/no-store/i.test(headers.get('cache-control') ?? '');

const cachedAt = (response: Response): number => Number(response.headers.get(cachedAtHeader) ?? 0);
