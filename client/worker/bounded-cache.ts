// A cache of server responses with a limited size. It is encrypted, and deleted at logout.
import { isTemporaryStatus } from '#shared/rules/temporary-status.ts';
import { offlineCopyHeader } from '#shared/rules/offline-copy.ts';
import { sealedAddress, sealResponse, unsealResponse } from '#client/offline/sealed-response.ts';
import { deviceState } from './keys.ts';
import { fetchWithProof } from './lock-proof.ts';

export interface BoundedCacheOptions {
  /** Caches whose names start with "member-" are deleted at logout. */
  readonly name: `member-${string}`;
  /** The paths on this server that the cache answers. */
  readonly paths: RegExp;
  readonly maxEntries: number;
  /** The maximum size of all entries, not compressed. Without it there is no limit. */
  readonly maxBytes?: number;
  /** Responses younger than this are used without a request. Older ones are used if the server answers 304 or cannot be reached. */
  readonly freshMs: number;
  /**
   * If set, URLs that differ only in their query are sizes of one picture. Offline, any of them is used. A response that deletes one
   * deletes all.
   */
  readonly hasSizes?: boolean;
}

const cachedAtHeader = 'x-kept-at';
const cachedBytesHeader = 'x-kept-bytes';
/** The fraction of the limit that is freed at once, because it is slow to count the entries. */
const evictedFraction = 0.05;

/** The part of a FetchEvent that the cache uses. */
export interface CacheableRequest {
  readonly request: Request;
  /** The page that sent the request. Missing for requests of the worker itself. */
  readonly clientId?: string;
  waitUntil(work: Promise<unknown>): void;
}

/** Returns null for a request that is not for the cache. */
export type Responder = (event: CacheableRequest) => Promise<Response> | null;

/**
 * Answers with a fresh cached response, else with the server's, else with an old cached one. The entry is deleted if the server
 * answers with a status of 400 to 499 that is not temporary, or does not allow a copy. 304 renews it. The least recently used entries
 * are removed first. The browser's HTTP cache is not used, because nothing encrypts it. For a visitor, or if there is an app lock,
 * nothing is cached, because the worker has no keys.
 */
export function createBoundedCache({
  name,
  paths,
  maxEntries,
  maxBytes = Infinity,
  freshMs,
  hasSizes = false,
}: BoundedCacheOptions): Responder {
  /** Addresses that were used since the worker's start, the most recent last. They are removed after all others. */
  const recentlyUsed = new Set<string>();
  /** The bytes of entries by address, as far as known. */
  const sizes = new Map<string, number>();
  let evicting: Promise<void> = Promise.resolve();

  async function respond(event: CacheableRequest): Promise<Response> {
    const { request } = event;
    const { isLockSet } = await deviceState();
    const [cache, address] = await Promise.all([openCache(), sealedAddress(request.url)]);
    const cached = await cache?.match(address);
    recentlyUsed.delete(address);
    recentlyUsed.add(address);
    if (cached !== undefined && isYoungerThan(freshMs, cachedAt(cached))) return unsealResponse(cached);
    try {
      if (isLockSet) return await fetchWithProof(event);
      const response = await fetch(requestFor(request, cached), { cache: 'no-store' });
      const unchanged = response.status === 304 ? cached : undefined;
      if (isToForget(response)) await cache?.delete(address, { ignoreSearch: hasSizes });
      else if (unchanged !== undefined) event.waitUntil(renew(address, unchanged.clone()).catch(() => undefined));
      // The response does not wait for the cache, and does not fail if the device is full.
      else if (isCacheable(response)) event.waitUntil(store(request.url, response.clone()).catch(() => undefined));
      return unchanged === undefined ? response : unsealResponse(unchanged);
    } catch (error) {
      const fallback = cached ?? (hasSizes ? await cache?.match(address, { ignoreSearch: true }) : undefined);
      if (fallback !== undefined) return unsealResponse(fallback);
      throw error;
    }
  }

  const openCache = async (): Promise<Cache | null> => ((await caches.has(name)) ? caches.open(name) : null);

  async function store(url: string, response: Response): Promise<void> {
    const { status } = response;
    const body = status === 204 ? null : await response.arrayBuffer();
    // After a logout, a response that arrives late must not be stored.
    if ((await deviceState()).owner === null) return;
    const address = await sealedAddress(url);
    const bytes = body?.byteLength ?? 0;
    const headers = new Headers({ [cachedAtHeader]: String(Date.now()), [cachedBytesHeader]: String(bytes) });
    for (const header of ['content-type', 'etag']) {
      const value = response.headers.get(header);
      if (value !== null) headers.set(header, value);
    }
    const cache = await put(address, await sealResponse(body, status, headers));
    sizes.set(address, bytes);
    evicting = evicting.then(() => evict(cache)).catch(() => undefined);
    await evicting;
  }

  async function renew(address: string, { status, headers, body }: Response): Promise<void> {
    const renewed = new Headers(headers);
    renewed.set(cachedAtHeader, String(Date.now()));
    await put(address, new Response(body, { status, headers: renewed }));
  }

  async function put(address: string, sealed: Response): Promise<Cache> {
    const cache = await caches.open(name);
    await cache.put(address, sealed);
    // A lock may have been set in the meantime, or the member logged out.
    if ((await deviceState()).owner === null) await caches.delete(name);
    return cache;
  }

  /** Relies on `cache.keys`, which lists entries in the order of insertion. */
  async function evict(cache: Cache): Promise<void> {
    const requests = await cache.keys();
    let count = requests.length;
    let bytes = maxBytes === Infinity ? 0 : await bytesOf(cache, requests);
    if (count <= maxEntries && bytes <= maxBytes) return;
    const ranks = new Map([...recentlyUsed].map((url, rank) => [url, rank]));
    const order = requests.toSorted((a, b) => (ranks.get(a.url) ?? -1) - (ranks.get(b.url) ?? -1));
    for (const request of order) {
      if (count <= maxEntries * (1 - evictedFraction) && bytes <= maxBytes * (1 - evictedFraction)) break;
      await cache.delete(request);
      count -= 1;
      bytes -= sizes.get(request.url) ?? 0;
      recentlyUsed.delete(request.url);
      sizes.delete(request.url);
    }
  }

  /** Reads the size of each entry once after the worker's start. */
  async function bytesOf(cache: Cache, requests: readonly Request[]): Promise<number> {
    let sum = 0;
    for (const request of requests) {
      const known = sizes.get(request.url) ?? Number((await cache.match(request))?.headers.get(cachedBytesHeader) ?? 0);
      sizes.set(request.url, known);
      sum += known;
    }
    return sum;
  }

  return (event) => {
    const { method, url, mode } = event.request;
    const { origin, pathname } = new URL(url);
    return method === 'GET' && mode !== 'navigate' && origin === location.origin && paths.test(pathname) ? respond(event) : null;
  };
}

const isCacheable = ({ status }: Response): boolean => status === 200 || status === 204;

/** True if the server refuses the request permanently, or does not allow a copy, as for pictures that not everybody may see. */
const isToForget = ({ status, headers }: Response): boolean =>
  status < 400 ? !headers.has(offlineCopyHeader) : status < 500 && !isTemporaryStatus(status);

/** Lets the server answer 304 without a body if the cached response is still current. */
function requestFor(request: Request, cached: Response | undefined): Request {
  const etag = cached?.headers.get('etag');
  if (etag == null) return request;
  const headers = new Headers(request.headers);
  headers.set('if-none-match', etag);
  return new Request(request.url, { headers, signal: request.signal });
}

/** Also false if the device's clock was set back since then. */
const isYoungerThan = (ms: number, sinceMs: number): boolean => Date.now() >= sinceMs && Date.now() - sinceMs < ms;

const cachedAt = (response: Response): number => Number(response.headers.get(cachedAtHeader) ?? 0);
