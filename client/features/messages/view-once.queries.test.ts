// Tests that a lost request for a picture to view once is repeated under its key, and an answered one is not.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setVault } from '#client/device/storage.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { viewPicture } from './view-once.queries.ts';

const answers: (() => Promise<Response>)[] = [];
const keys: (string | null)[] = [];
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('fetch', (_url: string, { headers }: RequestInit) => {
  keys.push(new Headers(headers).get('idempotency-key'));
  return answers.shift()?.();
});
const sealed = new Map<string, unknown>();
const vault = {
  holds: () => true,
  read: (key: string) => sealed.get(key) ?? null,
  write: (key: string, value: unknown) => void sealed.set(key, value),
  flush: async () => undefined,
};
beforeEach(() => setVault(vault));
afterEach(() => {
  keys.length = 0;
  sealed.clear();
});

const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const cutOff = async () => {
  const response = new Response('picture');
  response.blob = lost;
  return response;
};
const picture = async () => new Response('picture');
const busy = async () => Response.json({ code: 'too-many-requests', message: 'Too many.' }, { status: 429 });
const spent = async () => Response.json({ code: 'viewed-once', message: 'It is no longer there.' }, { status: 410 });

test('a request keeps its key until the picture has arrived completely', async () => {
  answers.push(lost, cutOff, picture);
  await expect(viewPicture('m1')).rejects.toThrow(ConnectionLost);
  await expect(viewPicture('m1')).rejects.toThrow();
  expect(await (await viewPicture('m1')).text()).toBe('picture');
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test('a new page uses the key of a request whose answer was lost, and forgets it once the picture has arrived', async () => {
  answers.push(lost, picture);
  await expect(viewPicture('m4')).rejects.toThrow(ConnectionLost);
  vi.resetModules();
  const [later, storage] = await Promise.all([import('./view-once.queries.ts'), import('#client/device/storage.ts')]);
  storage.setVault(vault);
  await later.viewPicture('m4');
  expect(keys[0]).toBe(keys[1]);
  expect([...sealed.values()]).toEqual([null]);
});

test('a new page whose storage opens slowly waits for the key of the lost request', async () => {
  answers.push(lost, picture);
  await expect(viewPicture('m5')).rejects.toThrow(ConnectionLost);
  vi.resetModules();
  const [later, storage, opening] = await Promise.all([
    import('./view-once.queries.ts'),
    import('#client/device/storage.ts'),
    import('#client/device/storage-opening.ts'),
  ]);
  const { promise, resolve } = Promise.withResolvers<void>();
  opening.setStorageOpening(promise);
  const viewing = later.viewPicture('m5');
  storage.setVault(vault);
  resolve();
  await viewing;
  expect(keys[0]).toBe(keys[1]);
});

test('a refusal is final, and another message has another key', async () => {
  answers.push(lost, spent, picture, picture);
  await expect(viewPicture('m2')).rejects.toThrow(ConnectionLost);
  await expect(viewPicture('m2')).rejects.toThrow(Refused);
  await viewPicture('m2');
  await viewPicture('m3');
  expect(keys[0]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(3);
});

test('a request that is refused for now keeps its key, since an earlier one may have spent the picture', async () => {
  answers.push(lost, busy, picture);
  await expect(viewPicture('m6')).rejects.toThrow(ConnectionLost);
  await expect(viewPicture('m6')).rejects.toThrow(Refused);
  expect(await (await viewPicture('m6')).text()).toBe('picture');
  expect(new Set(keys).size).toBe(1);
});

test('a full device, which can’t store the key, shows the picture nevertheless', async () => {
  setVault({ ...vault, flush: () => Promise.reject(new DOMException('No room.', 'QuotaExceededError')) });
  answers.push(picture);
  expect(await (await viewPicture('m5')).text()).toBe('picture');
});
