// Server answers persisted for the next start: for a day, for one account, and removed at its logout.
import 'fake-indexeddb/auto';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settings } from '#shared/contract/settings.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import type { MemberDatabase } from '#client/offline/database.ts';

const [ada, ben] = ['ada-4f1', 'ben-9c2'];
const near = ['nearest', ada];
const local = new Map<string, string>();
let database: MemberDatabase;

beforeEach(() => {
  // Other timers stay real, because fake-indexeddb needs them.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  local.clear();
  vi.stubGlobal('document', {});
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, text: string) => void local.set(key, text),
    removeItem: (key: string) => void local.delete(key),
  });
});
afterEach(async () => {
  await database.wipe();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that has just been started on the same device by a member. */
async function startPage(profileId: string, beforeRestoring = (): unknown => undefined) {
  vi.resetModules();
  await database?.close();
  const [{ persistQueries }, session, storage, { memberDatabase }] = await Promise.all([
    import('./persist-queries.ts'),
    import('#client/device/session-record.ts'),
    import('#client/device/storage.ts'),
    import('#client/offline/database.ts'),
  ]);
  database = memberDatabase;
  await database.claim(profileId);
  session.sessionRecord.set({ profileId, roles: ['USER'] });
  session.storeSession({ profileId, roles: ['USER'] });
  const queries = new QueryClient();
  beforeRestoring();
  await persistQueries(queries, profileId);
  const answer = (queryKey: QueryKey, data: unknown, persist = true) =>
    queries.fetchQuery({ queryKey, queryFn: () => data, meta: persist ? { persist } : {}, retry: false });
  return { ...session, ...storage, queries, answer };
}

/** Waits until the delay has passed and the database has stored. */
async function saved(): Promise<void> {
  await vi.advanceTimersByTimeAsync(3_000);
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const stored = async (): Promise<string> =>
  JSON.stringify(await database.run(['lists'], [], (transaction) => transaction.objectStore('lists').getAll()));

it('restores data from before the clock was set back, but not as fresh', async () => {
  const { answer } = await startPage(ada);
  await answer(near, ['Ben']);
  await saved();
  vi.setSystemTime(Date.now() - dayMs / 2);
  const { queries } = await startPage(ada);
  expect(queries.getQueryData(near)).toEqual(['Ben']);
  expect(queries.getQueryState(near)?.dataUpdatedAt).toBe(Date.now() - hourMs);
});

it('reads the waiting writes first, so that no screen is shown without them', async () => {
  await startPage(ada);
  const { enqueue } = await import('#client/offline/outbox/enqueue.ts');
  await enqueue(settings.putSettings, { body: { theme: 'dark' } }, { profile: ada, label: 'Account Settings' });
  await startPage(ada);
  const { pendingNow } = await import('#client/offline/outbox/use-pending.ts');
  expect(pendingNow('settings', ada)).toMatchObject([{ body: { theme: 'dark' } }]);
});

it('restores within a day, and not after', async () => {
  const { answer } = await startPage(ada);
  await answer(near, ['Ben']);
  await saved();
  await vi.advanceTimersByTimeAsync(dayMs - 60_000);
  expect((await startPage(ada)).queries.getQueryData(near)).toEqual(['Ben']);
  await vi.advanceTimersByTimeAsync(120_000);
  expect((await startPage(ada)).queries.getQueryData(near)).toBeUndefined();
  await saved();
  expect(await stored()).toBe('[]');
});

it('keeps loaded data after failed refetches, over any number of starts, until it is a day old', async () => {
  await (await startPage(ada)).answer(near, ['Ben']);
  await saved();
  for (const hours of [10, 10]) {
    await vi.advanceTimersByTimeAsync(hours * hourMs);
    const { queries, answer } = await startPage(ada);
    await answer(near, Promise.reject(new Error('offline'))).catch(() => undefined);
    await saved();
    expect(queries.getQueryState(near)).toMatchObject({ data: ['Ben'], status: 'error' });
  }
  const { queries, answer } = await startPage(ada);
  expect(queries.getQueryState(near)).toMatchObject({ data: ['Ben'], status: 'success', error: null });
  await vi.advanceTimersByTimeAsync(4 * hourMs);
  await answer(near, Promise.reject(new Error('offline'))).catch(() => undefined);
  await saved();
  expect((await startPage(ada)).queries.getQueryData(near)).toBeUndefined();
});

it("does not restore another account's data", async () => {
  await (await startPage(ada)).answer(near, ['Ben']);
  await saved();
  expect((await startPage(ben)).queries.getQueryCache().getAll()).toEqual([]);
});

it('starts without data if what is stored is damaged or has another shape', async () => {
  for (const value of ['{"half', '{"shape":1,"savedMs":1,"state":{}}', '{"buster":"0","timestamp":1}', { buster: '1' }]) {
    await startPage(ada);
    const { cacheList } = await import('#client/offline/cached-values.ts');
    await cacheList(ada, 'queries', value);
    expect((await startPage(ada)).queries.getQueryCache().getAll()).toEqual([]);
  }
});

it('restores what a slow device reads only after the start, and does not replace it before', async () => {
  await (await startPage(ada)).answer(near, ['Ben']);
  await saved();
  const reading = Promise.withResolvers<void>();
  const { queries, answer } = await startPage(ada, () => {
    const { run } = database;
    const spy = vi.spyOn(database, 'run').mockImplementation(async (...parts) => {
      if (!parts[0].includes('lists')) return run(...parts);
      spy.mockRestore();
      void vi.advanceTimersByTimeAsync(1_000);
      await reading.promise;
      return run(...parts);
    });
  });
  expect(queries.getQueryData(near)).toBeUndefined();
  await answer(['nearest', ben], ['Cem']);
  await saved();
  expect(await stored()).not.toContain('Cem');
  reading.resolve();
  await saved();
  expect([queries.getQueryData(near), queries.getQueryData(['nearest', ben])]).toEqual([['Ben'], ['Cem']]);
  await saved();
  expect(await stored()).toMatch(/Ben.*Cem|Cem.*Ben/);
});

it('stores only successful queries that are marked: no messages, failures or mutations', async () => {
  const { queries, answer } = await startPage(ada);
  await answer(['messages', ada, ben], 'Meet me at the lighthouse', false);
  await answer(['settings'], 'ada@example.org', false);
  await answer(['failing', ada], Promise.reject(new Error('gone'))).catch(() => undefined);
  await queries
    .getMutationCache()
    .build(queries, { mutationFn: async () => 'sent', scope: { id: 'outbox' } })
    .execute('At noon');
  await answer(near, ['Ben']);
  await saved();
  expect(await stored()).toContain('Ben');
  expect(await stored()).not.toMatch(/lighthouse|messages|example|settings|failing|noon|outbox/);
});

it('writes once after several changes', async () => {
  const { answer } = await startPage(ada);
  const write = vi.spyOn(database, 'write');
  for (let n = 0; n < 50; n += 1) await answer(['nearest', n], [n]);
  await saved();
  expect(write).toHaveBeenCalledTimes(1);
});

it('stores a fetched list at once, so that the next start does not show who is no longer in it', async () => {
  await (await startPage(ada)).answer(near, ['Ben']);
  await saved();
  const { answer } = await startPage(ada);
  await answer(near, ['Cem']);
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitUntil(async () => (await stored()).includes('Cem'));
  expect((await startPage(ada)).queries.getQueryData(near)).toEqual(['Cem']);
});

it('does not show a member who has just disappeared, even if the next start follows at once', async () => {
  const { nearestQuery } = await import('#client/features/nearby/nearby.queries.ts');
  const { queryKey } = nearestQuery(false, null);
  const { queries, answer } = await startPage(ada);
  await answer(queryKey, { pages: [{ briefs: [{ profileId: ben }, { profileId: 'cem-1' }] }], pageParams: [0] });
  await saved();
  const { handleLiveEvent } = await import('./live-events.ts');
  await handleLiveEvent({ type: 'gone', profileId: ben }, { queries, own: ada });
  await vi.waitUntil(async () => !(await stored()).includes(ben));
  expect((await startPage(ada)).queries.getQueryData(queryKey)).toMatchObject({ pages: [{ briefs: [{ profileId: 'cem-1' }] }] });
});

it.each([
  ['a logout', (page: Awaited<ReturnType<typeof startPage>>) => page.forgetSession()],
  ['the start of a wipe', () => local.set('wiping', '1')],
])('writes nothing after %s, even with a pending timer', async (_, end) => {
  const page = await startPage(ada);
  await page.answer(near, ['Ben']);
  end(page);
  await page.answer(near, ['Cem']);
  await saved();
  expect(await stored()).toBe('[]');
});

it('stores nothing if a logout comes just before the write', async () => {
  const page = await startPage(ada);
  await page.answer(near, ['Ben']);
  await vi.advanceTimersByTimeAsync(2_000);
  page.forgetSession();
  await database.wipe();
  await saved();
  expect(await stored()).toBe('[]');
});
