// Cached pictures and tiles: available without connection, limited in number, never private, removed at logout.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MemberDatabase } from '#client/offline/database.ts';
import { memoryCaches, type MemoryCaches } from '#client/testing/memory-caches.ts';

const origin = 'https://example.test';
const id = (n: number): string => `11111111-1111-4111-8111-${String(n).padStart(12, '0')}`;
let caches: MemoryCaches;
let database: MemberDatabase;
let asked: string[];
/** How the browser's own cache was to be used. */
let modes: string[];
let answer: (url: string) => Response | Promise<Response>;

beforeEach(async () => {
  vi.resetModules();
  caches = memoryCaches();
  asked = [];
  answer = (url) => new Response(`picture at ${url}`, { headers: { 'cache-control': 'private, max-age=86400' } });
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', { origin });
  modes = [];
  vi.stubGlobal('fetch', async (request: Request, options?: RequestInit) => {
    asked.push(new URL(request.url).pathname);
    modes.push(options?.cache ?? 'default');
    return answer(request.url);
  });
  // A worker that has just been started: it knows nothing of the one before.
  ({ memberDatabase: database } = await import('#client/offline/database.ts'));
  await database.claim('ada');
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await database.wipe();
});

/** What the page gets for an address; null when the worker leaves it to the network. */
async function ask(path: string): Promise<string | null> {
  const { answerPicture } = await import('./pictures.ts');
  const { answerMapTile } = await import('./map-tiles.ts');
  const later: Promise<unknown>[] = [];
  const asking = { request: new Request(origin + path), waitUntil: (work: Promise<unknown>) => later.push(work) };
  const response = answerPicture(asking) ?? answerMapTile(asking);
  if (response === null) return null;
  const text = await response.then((found) => (found.ok ? found.text() : String(found.status)));
  await Promise.all(later);
  return text;
}

const offline = (): void => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
};

test('a picture that was seen is there without connection, in the size it was seen in if need be', async () => {
  const path = `/api/profile-pic/${id(1)}?scale_x=512`;
  const seen = await ask(path);
  offline();
  expect(await ask(path)).toBe(seen);
  expect(asked).toHaveLength(1);
  expect(await ask(`/api/profile-pic/${id(1)}?scale_x=256`)).toBe(seen);
  await expect(ask(`/api/profile-pic/${id(2)}?scale_x=512`)).rejects.toThrow('Failed to fetch');
});

test('pictures that are asked for beforehand are there without connection, and only those are fetched of which there is nothing', async () => {
  const { cachePictures } = await import('./pictures.ts');
  await ask(`/api/profile-pic/${id(1)}?scale_x=2048`);
  answer = (url) => (url.includes(id(2)) ? new Response(null, { status: 503 }) : new Response(`picture at ${url}`));
  await cachePictures([id(1), id(2), id(3)]);
  expect(asked).toEqual([1, 2, 3].map((n) => `/api/profile-pic/${id(n)}`));
  offline();
  expect(await ask(`/api/profile-pic/${id(3)}?scale_x=256`)).toContain(id(3));
  await expect(ask(`/api/profile-pic/${id(2)}?scale_x=256`)).rejects.toThrow('Failed to fetch');
});

test('a map tile that was seen is there without connection, an empty one too', async () => {
  answer = () => new Response(null, { status: 204 });
  await ask('/api/map/tiles/v1/3/2/1');
  offline();
  expect(await ask('/api/map/tiles/v1/3/2/1')).toBe('');
});

test('a private picture is left to the network, and what must not be stored is not', async () => {
  expect(await ask(`/api/profile-pic/nsfw/${id(1)}`)).toBeNull();
  answer = () => new Response('own private picture', { headers: { 'cache-control': 'no-store' } });
  await ask(`/api/profile-pic/${id(1)}`);
  expect(await caches.keys()).toEqual([]);
});

test('after a day the server is asked again; a picture that was taken away goes from the device', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const path = `/api/profile-pic/${id(1)}`;
  await ask(path);
  await ask(`${path}?scale_x=512`);
  vi.setSystemTime(Date.now() + 25 * 3_600_000);
  answer = () => new Response(null, { status: 404 });
  expect(await ask(path)).toBe('404');
  offline();
  await expect(ask(`${path}?scale_x=512`)).rejects.toThrow();
  await expect(ask(path)).rejects.toThrow();
});

test('no more than 300 pictures stay, and those looked at last stay longest', async () => {
  for (let n = 0; n < 300; n++) await ask(`/api/profile-pic/${id(n)}`);
  await ask(`/api/profile-pic/${id(0)}`);
  await ask(`/api/profile-pic/${id(300)}`);
  const cache = await caches.open('member-pictures');
  expect((await cache.keys()).length).toBeLessThanOrEqual(300);
  offline();
  expect(await ask(`/api/profile-pic/${id(0)}`)).toContain('picture');
  expect(await ask(`/api/profile-pic/${id(300)}`)).toContain('picture');
  await expect(ask(`/api/profile-pic/${id(1)}`)).rejects.toThrow();
});

test('map tiles take no more than 60 MB, also after the worker was restarted, and those looked at last stay longest', async () => {
  answer = () => new Response(new Uint8Array(2_500_000));
  for (let x = 0; x < 24; x++) await ask(`/api/map/tiles/v1/9/${x}/0`);
  vi.resetModules();
  await ask('/api/map/tiles/v1/9/0/0');
  await ask('/api/map/tiles/v1/9/24/0');
  const kept = (await (await caches.open('member-map-tiles')).keys()).map(({ url }) => new URL(url).pathname);
  expect(kept.length).toBeLessThanOrEqual(24);
  expect(kept).toEqual(expect.arrayContaining(['/api/map/tiles/v1/9/0/0', '/api/map/tiles/v1/9/24/0']));
  expect(kept).not.toContain('/api/map/tiles/v1/9/1/0');
});

test('a tile of another map is asked for, though one of the same place is kept', async () => {
  await ask('/api/map/tiles/v1/3/2/1');
  await ask('/api/map/tiles/v2/3/2/1');
  expect(asked).toEqual(['/api/map/tiles/v1/3/2/1', '/api/map/tiles/v2/3/2/1']);
});

test('a picture whose answer comes after the logout stays nowhere', async () => {
  answer = async () => {
    await database.wipe();
    return new Response('late');
  };
  expect(await ask(`/api/profile-pic/${id(1)}`)).toBe('late');
  expect(await caches.keys()).toEqual([]);
});

test('a picture that is still coming in while its member leaves stays nowhere', async () => {
  const body = new ReadableStream({
    async pull(controller) {
      // Once the worker has begun to keep it.
      await expect.poll(() => caches.has('member-pictures')).toBe(true);
      await database.wipe();
      controller.enqueue(new TextEncoder().encode('late'));
      controller.close();
    },
  });
  answer = async () => new Response(body);
  expect(await ask(`/api/profile-pic/${id(1)}`)).toBe('late');
  await expect.poll(() => caches.keys()).toEqual([]);
});

test('while an app lock is set no picture is kept, and none is asked for through the cache of the browser', async () => {
  const lock = { pin: null, passkey: null, wrongTries: 0, lockAfterMs: 0 };
  await database.run(['meta'], (transaction) => transaction.objectStore('meta').put(lock, 'lock'), undefined);
  expect(await ask(`/api/profile-pic/${id(1)}`)).toContain('picture');
  expect(await caches.keys()).toEqual([]);
  expect(modes).toEqual(['no-store']);
});
