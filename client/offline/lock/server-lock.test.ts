// Registering the app lock with the server: with a connection, later without one, and also from a locked page.
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';

let page: FakePage;
let asked: { method: string; url: string; body: unknown; proof: string | null }[];
let answer: () => Response | Promise<Response>;
let tab: Awaited<ReturnType<typeof openTab>>;

async function openTab() {
  vi.resetModules();
  const [lock, keys, dataKeys, storage] = await Promise.all([
    import('./server-lock.ts'),
    import('#client/offline/root-keys.ts'),
    import('#client/device/data-keys.ts'),
    import('#client/device/storage.ts'),
  ]);
  return { ...lock, ...keys, ...dataKeys, ...storage };
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  page = openFakePage();
  asked = [];
  answer = () => Response.json({});
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers, body }: RequestInit) => {
    const proof = new Headers(headers).get('x-lock-proof');
    asked.push({ method, url, body: typeof body === 'string' ? JSON.parse(body) : body, proof });
    return answer();
  });
  tab = await openTab();
  tab.writeLocal('lock', 'open');
});
afterEach(() => {
  page.close();
  vi.useRealTimers();
});

const offline = (): never => {
  throw new TypeError('Failed to fetch');
};
const refused = (status: number) => () => Response.json({ code: 'any', message: 'No.' }, { status });
const unlock = async (first = 0) => tab.setDataKeys(await tab.keysOf(new Uint8Array(32).fill(first)));
const waiting = () => tab.readLocal('unregisteredLock');

test('the server gets the hash of the proof, with the proof in the header, and each lock has its own proof', async () => {
  await unlock(1);
  await tab.registerLock();
  await unlock(1);
  await tab.registerLock();
  await unlock(2);
  await tab.registerLock();
  const proofs = asked.map(({ proof }) => proof ?? '');
  expect(new Set(proofs).size).toBe(2);
  expect(proofs[0]).toBe(proofs[1]);
  for (const [index, { method, url, body }] of asked.entries()) {
    const proofHash = createHash('sha256')
      .update(proofs[index] ?? '')
      .digest('hex');
    expect({ method, url, body }).toEqual({ method: 'PUT', url: '/api/session-lock', body: { proofHash } });
  }
  expect(waiting()).toBeNull();
});

test('without keys nothing is registered', async () => {
  await tab.registerLock();
  expect(asked).toEqual([]);
});

test('a lock that was set offline is registered when the device is online again, even by the locked page after a reload', async () => {
  answer = offline;
  await unlock();
  await tab.registerNewLock();
  expect(waiting()).toMatch(/^[0-9a-f]{64}$/);
  expect(page.localStorage.getItem('unregisteredLock')).not.toContain(asked[0]?.proof);

  tab = await openTab();
  await tab.registerFromLockedPage();
  expect(asked.at(-1)).toMatchObject({ method: 'PUT', proof: null });
  answer = () => Response.json({});
  const fromLockedPage = () => asked.filter(({ proof }) => proof === null).length;
  const before = fromLockedPage();
  page.window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(waiting()).toBeNull());
  page.window.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(120_000);
  expect(fromLockedPage()).toBe(before + 1);
});

test('opening a lock again leaves nothing to register for the locked page', async () => {
  answer = offline;
  await unlock();
  await tab.registerLock();
  expect(waiting()).toBeNull();
  answer = () => Response.json({});
  page.window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
});

test('after an error of the server it tries again a minute later', async () => {
  answer = refused(503);
  await unlock();
  await tab.registerNewLock();
  expect(waiting()).not.toBeNull();
  answer = () => Response.json({});
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(() => expect(waiting()).toBeNull());
});

test.each([401, 423])('a session that has ended or is locked already has nothing to register: %i', async (status) => {
  answer = refused(status);
  await unlock();
  await tab.registerNewLock();
  expect(waiting()).toBeNull();
});

test('the lock can be removed only with a connection, and without one its registration remains pending', async () => {
  answer = offline;
  await unlock();
  await tab.registerNewLock();
  const hash = waiting();
  await expect(tab.unregisterLock()).rejects.toThrow('There is no connection.');
  expect(waiting()).toBe(hash);
  answer = () => new Response(null, { status: 204 });
  await tab.unregisterLock();
  expect(asked.at(-1)).toMatchObject({
    method: 'DELETE',
    url: '/api/session-lock',
    proof: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(waiting()).toBeNull();
});

test('a registration that is still pending ends before the lock is removed, and is not repeated', async () => {
  const pending = Promise.withResolvers<Response>();
  answer = () => pending.promise;
  await unlock();
  const registering = tab.registerLock();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const removing = tab.unregisterLock();
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(1);
  answer = () => new Response(null, { status: 204 });
  pending.resolve(Response.json({}, { status: 503 }));
  await Promise.all([registering, removing]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.map(({ method }) => method)).toEqual(['PUT', 'DELETE']);
});
