// Cached pictures and tiles: available offline, limited in size, never private, deleted at logout.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MemberDatabase } from '#client/offline/database.ts';
import { offlineCopyHeader } from '#shared/rules/offline-copy.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { memoryCaches, type MemoryCaches } from '#client/testing/memory-caches.ts';

const origin = 'https://example.test';
const id = (n: number): string => `11111111-1111-4111-8111-${String(n).padStart(12, '0')}`;
let caches: MemoryCaches;
let database: MemberDatabase;
let requested: string[];
/** The cache mode of each request. */
let modes: string[];
let respond: (url: string, headers: Headers) => Response | Promise<Response>;

beforeEach(async () => {
  vi.resetModules();
  caches = memoryCaches();
  requested = [];
  respond = (url) => allowed(`picture at ${url}`);
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', { origin });
  modes = [];
  vi.stubGlobal('fetch', async (request: Request, options?: RequestInit) => {
    requested.push(new URL(request.url).pathname);
    modes.push(options?.cache ?? 'default');
    return respond(request.url, request.headers);
  });
  // A new worker, without the previous one's memory.
  ({ memberDatabase: database } = await import('#client/offline/database.ts'));
  await database.claim('ada');
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await database.wipe();
});

/** The worker's response to a request; null if it does not handle it. */
async function request(path: string): Promise<string | null> {
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

/** A response that the device may copy. */
const allowed = (
  body: BodyInit | null,
  { status, headers }: { status?: number; headers?: Record<string, string> } = {},
): Response =>
  new Response(body, {
    status: status ?? 200,
    headers: { 'cache-control': 'private, no-store', [offlineCopyHeader]: 'allowed', ...headers },
  });

const offline = (): void => {
  respond = () => Promise.reject(new TypeError('Failed to fetch'));
};

test('a cached picture is available offline, even for requests of other sizes', async () => {
  const path = `/api/profile-pic/${id(1)}?scale_x=512`;
  const seen = await request(path);
  offline();
  expect(await request(path)).toBe(seen);
  expect(requested).toHaveLength(1);
  expect(await request(`/api/profile-pic/${id(1)}?scale_x=256`)).toBe(seen);
  await expect(request(`/api/profile-pic/${id(2)}?scale_x=512`)).rejects.toThrow('Failed to fetch');
});

test('cachePictures fetches pictures without a cached size, and makes them available offline', async () => {
  const { cachePictures } = await import('./pictures.ts');
  await request(`/api/profile-pic/${id(1)}?scale_x=2048`);
  respond = (url) => (url.includes(id(2)) ? new Response(null, { status: 503 }) : allowed(`picture at ${url}`));
  await cachePictures([id(1), id(2), id(3)]);
  expect(requested).toEqual([1, 2, 3].map((n) => `/api/profile-pic/${id(n)}`));
  offline();
  expect(await request(`/api/profile-pic/${id(3)}?scale_x=256`)).toContain(id(3));
  await expect(request(`/api/profile-pic/${id(2)}?scale_x=256`)).rejects.toThrow('Failed to fetch');
});

test('a cached map tile is available offline, even an empty one', async () => {
  respond = () => allowed(null, { status: 204 });
  await request('/api/map/tiles/v1/3/2/1');
  offline();
  expect(await request('/api/map/tiles/v1/3/2/1')).toBe('');
});

test('neither private pictures nor responses that the server does not allow to copy are cached', async () => {
  expect(await request(`/api/profile-pic/nsfw/${id(1)}`)).toBeNull();
  respond = () => new Response('own private picture');
  await request(`/api/profile-pic/${id(1)}`);
  expect(await caches.keys()).toEqual([]);
});

test.each([
  ['after a day', 25],
  ['after the clock was set back', -1],
])('requests a picture again %s, and deletes it if the server no longer has it', async (_, hours) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const path = `/api/profile-pic/${id(1)}`;
  await request(path);
  await request(`${path}?scale_x=512`);
  vi.setSystemTime(Date.now() + hours * hourMs);
  respond = () => new Response(null, { status: 404 });
  expect(await request(path)).toBe('404');
  offline();
  await expect(request(`${path}?scale_x=512`)).rejects.toThrow();
  await expect(request(path)).rejects.toThrow();
});

test.each([408, 423, 429])(
  'a refusal with the status %i, which says nothing about the picture, leaves it in the cache',
  async (status) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const path = `/api/profile-pic/${id(1)}`;
    const picture = await request(path);
    vi.setSystemTime(Date.now() + 25 * hourMs);
    respond = () => new Response(null, { status });
    expect(await request(path)).toBe(String(status));
    offline();
    expect(await request(path)).toBe(picture);
  },
);

test('an old picture that the server still has is not downloaded again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const path = `/api/profile-pic/${id(1)}?scale_x=512`;
  respond = () => allowed('the bytes', { headers: { etag: '"512"' } });
  await request(path);
  vi.setSystemTime(Date.now() + 25 * hourMs);
  respond = (_url, headers) => allowed(null, { status: headers.get('if-none-match') === '"512"' ? 304 : 500 });
  expect(await request(path)).toBe('the bytes');
  expect(await request(path)).toBe('the bytes');
  expect(requested).toHaveLength(2);
});

test.each([200, 304])(
  'a picture that not everybody may see any more is shown after a reply with the status %i, but no longer cached',
  async (status) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const path = `/api/profile-pic/${id(1)}`;
    respond = () => allowed('the bytes', { headers: { etag: '"512"' } });
    for (const size of [512, 1024]) await request(`${path}?scale_x=${size}`);
    vi.setSystemTime(Date.now() + 25 * hourMs);
    respond = () => new Response(status === 304 ? null : 'the bytes', { status });
    expect(await request(`${path}?scale_x=512`)).toBe('the bytes');
    offline();
    for (const size of [512, 1024]) await expect(request(`${path}?scale_x=${size}`)).rejects.toThrow();
  },
);

test('caches at most 300 pictures, and evicts the least recently used', async () => {
  for (let n = 0; n < 300; n++) await request(`/api/profile-pic/${id(n)}`);
  await request(`/api/profile-pic/${id(0)}`);
  await request(`/api/profile-pic/${id(300)}`);
  const cache = await caches.open('member-pictures');
  expect((await cache.keys()).length).toBeLessThanOrEqual(300);
  offline();
  expect(await request(`/api/profile-pic/${id(0)}`)).toContain('picture');
  expect(await request(`/api/profile-pic/${id(300)}`)).toContain('picture');
  await expect(request(`/api/profile-pic/${id(1)}`)).rejects.toThrow();
});

test('limits map tiles to 60 MB across restarts, and evicts the least recently used', async () => {
  respond = () => allowed(new Uint8Array(2_500_000));
  for (let x = 0; x < 24; x++) await request(`/api/map/tiles/v1/9/${x}/0`);
  vi.resetModules();
  await request('/api/map/tiles/v1/9/0/0');
  await request('/api/map/tiles/v1/9/24/0');
  const kept = (await (await caches.open('member-map-tiles')).keys()).map(({ url }) =>
    decodeURIComponent(new URL(url).pathname).replace('/sealed/', ''),
  );
  expect(kept.length).toBeLessThanOrEqual(24);
  expect(kept).toEqual(expect.arrayContaining(['/api/map/tiles/v1/9/0/0', '/api/map/tiles/v1/9/24/0']));
  expect(kept).not.toContain('/api/map/tiles/v1/9/1/0');
});

test("requests a tile of another map despite the cached one's equal coordinates", async () => {
  await request('/api/map/tiles/v1/3/2/1');
  await request('/api/map/tiles/v2/3/2/1');
  expect(requested).toEqual(['/api/map/tiles/v1/3/2/1', '/api/map/tiles/v2/3/2/1']);
});

test('does not cache a response that arrives after the logout', async () => {
  respond = async () => {
    await database.wipe();
    return allowed('late');
  };
  expect(await request(`/api/profile-pic/${id(1)}`)).toBe('late');
  expect(await caches.keys()).toEqual([]);
});

test('does not cache a response whose body ends after the logout', async () => {
  const body = new ReadableStream({
    async pull(controller) {
      await database.wipe();
      controller.enqueue(new TextEncoder().encode('late'));
      controller.close();
    },
  });
  respond = async () => allowed(body);
  expect(await request(`/api/profile-pic/${id(1)}`)).toBe('late');
  await expect.poll(() => caches.keys()).toEqual([]);
});

test('while an app lock is set, pictures are cached neither here nor in the HTTP cache', async () => {
  const lock = { pin: null, passkey: null, wrongTries: 0, lockAfterMs: 0 };
  await database.run(['meta'], undefined, (transaction) => transaction.objectStore('meta').put(lock, 'lock'));
  expect(await request(`/api/profile-pic/${id(1)}`)).toContain('picture');
  expect(await caches.keys()).toEqual([]);
  expect(modes).toEqual(['no-store']);
});
