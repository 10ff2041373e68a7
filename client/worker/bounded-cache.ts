// Caches a bounded number of the server's answers for the member, until logout.
import { memberDatabase } from '#client/offline/database.ts';

export interface BoundedCacheOptions {
  /** Begins with "member-": such caches go at logout. */
  readonly name: `member-${string}`;
  readonly most: number;
  /** How much all of them may take, unpacked; without it only their number is bounded. */
  readonly mostBytes?: number;
  /** How long an answer is given unasked; after that the server is asked, and the kept one only stands in for it. */
  readonly freshMs: number;
  /** Of one path there are several by their query: without connection any of them is better than none, and all go together. */
  readonly hasSizes?: boolean;
}

const cachedAtHeader = 'x-kept-at';
const cachedBytesHeader = 'x-kept-bytes';
/** The server answers with what the asker can show: whatever this browser was given once, it can show. */
const ignoreVary = true;
/** How much goes at once when there are too many: counting and dropping costs more than one entry. */
const batch = 0.05;

/** What of a FetchEvent is used. */
export interface Asking {
  readonly request: Request;
  waitUntil(work: Promise<unknown>): void;
}

export type Answerer = (asking: Asking) => Promise<Response>;

/**
 * Gives the kept answer while it is fresh, else the server's. Without connection an old one will do; one that the server
 * no longer gives this member (a status of 400 to 499) is dropped. What was looked at longest ago goes first.
 * While an app lock is set nothing is kept, by the browser's own cache neither: nobody could seal it here.
 */
export function createBoundedCache({
  name,
  most,
  mostBytes = Infinity,
  freshMs,
  hasSizes = false,
}: BoundedCacheOptions): Answerer {
  /** Looked at since the worker was started: these go after all others. */
  const lookedAt = new Set<string>();
  /** By address, of as many as were asked about. */
  const sizes = new Map<string, number>();
  let dropping: Promise<void> = Promise.resolve();

  async function answer(asking: Asking): Promise<Response> {
    const { request } = asking;
    const cache = (await caches.has(name)) ? await caches.open(name) : null;
    const kept = await cache?.match(request, { ignoreVary });
    lookedAt.delete(request.url);
    lookedAt.add(request.url);
    if (kept !== undefined && Date.now() - cachedAt(kept) < freshMs) return kept;
    try {
      if (await isLockSet()) return await fetch(request, { cache: 'no-store' });
      const response = await fetch(request);
      // Nobody waits for the keeping, and a full device is no reason to show nothing.
      if (mayBeCached(response)) asking.waitUntil(keep(request, response.clone()).catch(() => undefined));
      else if (response.status >= 400 && response.status < 500 && response.status !== 429)
        await cache?.delete(request, { ignoreSearch: hasSizes, ignoreVary });
      return response;
    } catch (trouble) {
      const standIn = kept ?? (hasSizes ? await cache?.match(request, { ignoreSearch: true, ignoreVary }) : undefined);
      if (standIn !== undefined) return standIn;
      throw trouble;
    }
  }

  async function keep(request: Request, response: Response): Promise<void> {
    // An answer that comes after the logout stays nowhere.
    if (!(await isSomebodys())) return;
    const headers = new Headers(response.headers);
    headers.set(cachedAtHeader, String(Date.now()));
    // What is kept is unpacked.
    for (const name of ['content-encoding', 'content-length']) headers.delete(name);
    const cache = await caches.open(name);
    const { status } = response;
    const body = status === 204 ? null : await response.blob();
    headers.set(cachedBytesHeader, String(body?.size ?? 0));
    await cache.put(request, new Response(body, { status, headers }));
    sizes.set(request.url, body?.size ?? 0);
    // While this was on its way a lock was set, or the member left.
    if ((await isLockSet()) || !(await isSomebodys())) await caches.delete(name);
    dropping = dropping.then(() => dropOldest(cache)).catch(() => undefined);
    await dropping;
  }

  /** A cache lists its entries in the order they were put in. */
  async function dropOldest(cache: Cache): Promise<void> {
    const requests = await cache.keys();
    let count = requests.length;
    let bytes = mostBytes === Infinity ? 0 : await bytesOf(cache, requests);
    if (count <= most && bytes <= mostBytes) return;
    const places = new Map([...lookedAt].map((url, place) => [url, place]));
    const order = requests.toSorted((a, b) => (places.get(a.url) ?? -1) - (places.get(b.url) ?? -1));
    for (const request of order) {
      if (count <= most * (1 - batch) && bytes <= mostBytes * (1 - batch)) break;
      await cache.delete(request, { ignoreVary });
      count -= 1;
      bytes -= sizes.get(request.url) ?? 0;
      lookedAt.delete(request.url);
      sizes.delete(request.url);
    }
  }

  /** A worker that has just been started looks them all up once. */
  async function bytesOf(cache: Cache, requests: readonly Request[]): Promise<number> {
    let sum = 0;
    for (const request of requests) {
      const known = sizes.get(request.url) ?? Number((await cache.match(request))?.headers.get(cachedBytesHeader) ?? 0);
      sizes.set(request.url, known);
      sum += known;
    }
    return sum;
  }

  return answer;
}

/** Whether the device has a member; it has none from the moment on that a logout has deleted the database. */
const isSomebodys = async (): Promise<boolean> => (await memberDatabase.owner().catch(() => null)) !== null;

/** A device without storage has no lock. */
const isLockSet = (): Promise<boolean> => memberDatabase.isLockSet().catch(() => false);

/** A picture that only some may see comes with the word not to store it. */
const mayBeCached = ({ status, headers }: Response): boolean =>
  (status === 200 || status === 204) && !/no-store/i.test(headers.get('cache-control') ?? '');

const cachedAt = (response: Response): number => Number(response.headers.get(cachedAtHeader) ?? 0);
