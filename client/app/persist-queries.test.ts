// Server answers persisted for the next start: for a day, for one account, and removed at its logout.
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const [ada, ben] = ['ada-4f1', 'ben-9c2'];
const dayMs = 24 * 3_600_000;
const near = ['nearest', ada];
const local = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  local.clear();
  vi.stubGlobal('document', {});
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, text: string) => void local.set(key, text),
    removeItem: (key: string) => void local.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that has just been started on the same device by a member. */
async function startPage(profileId: string) {
  vi.resetModules();
  const [{ persistQueries }, session, storage] = await Promise.all([
    import('./persist-queries.ts'),
    import('#client/device/session-record.ts'),
    import('#client/device/storage.ts'),
  ]);
  session.storeSession({ profileId, roles: ['USER'] });
  const queries = new QueryClient();
  await persistQueries(queries, profileId);
  const answer = (queryKey: QueryKey, data: unknown, persist = true) =>
    queries.fetchQuery({ queryKey, queryFn: () => data, meta: persist ? { persist } : {}, retry: false });
  return { ...session, ...storage, queries, answer };
}

const saved = () => vi.advanceTimersByTimeAsync(3_000);
const stored = (profileId: string) => local.get(`queries:${profileId}`) ?? '';

it('restores within a day, and not after', async () => {
  const { answer } = await startPage(ada);
  await answer(near, ['Ben']);
  await saved();
  await vi.advanceTimersByTimeAsync(dayMs - 60_000);
  expect((await startPage(ada)).queries.getQueryData(near)).toEqual(['Ben']);
  await vi.advanceTimersByTimeAsync(120_000);
  expect((await startPage(ada)).queries.getQueryData(near)).toBeUndefined();
  expect(stored(ada)).toBe('');
});

it('keeps what was loaded when a refetch fails, over any number of starts, until it is a day old', async () => {
  await (await startPage(ada)).answer(near, ['Ben']);
  await saved();
  for (const hours of [10, 10]) {
    await vi.advanceTimersByTimeAsync(hours * 3_600_000);
    const { queries, answer } = await startPage(ada);
    await answer(near, Promise.reject(new Error('offline'))).catch(() => undefined);
    await saved();
    expect(queries.getQueryState(near)).toMatchObject({ data: ['Ben'], status: 'error' });
  }
  const { queries, answer } = await startPage(ada);
  expect(queries.getQueryState(near)).toMatchObject({ data: ['Ben'], status: 'success', error: null });
  await vi.advanceTimersByTimeAsync(4 * 3_600_000);
  await answer(near, Promise.reject(new Error('offline'))).catch(() => undefined);
  await saved();
  expect((await startPage(ada)).queries.getQueryData(near)).toBeUndefined();
});

it("does not restore another account's", async () => {
  await (await startPage(ada)).answer(near, ['Ben']);
  await saved();
  expect((await startPage(ben)).queries.getQueryCache().getAll()).toEqual([]);
});

it('starts with nothing where the stored text is damaged or of another shape', async () => {
  for (const text of [
    '{"half',
    '"{\\"half"',
    '{"shape":1,"savedMs":1,"state":{}}',
    JSON.stringify('{"buster":"0","timestamp":1}'),
  ]) {
    local.set(`queries:${ada}`, text);
    expect((await startPage(ada)).queries.getQueryCache().getAll()).toEqual([]);
  }
});

it('stores successes of marked queries alone: no messages, no failures, no mutations', async () => {
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
  expect(stored(ada)).toContain('Ben');
  expect(stored(ada)).not.toMatch(/lighthouse|messages|example|settings|failing|noon|outbox/);
});

it('writes once for many changes', async () => {
  const { answer } = await startPage(ada);
  const setItem = vi.spyOn(localStorage, 'setItem');
  for (let n = 0; n < 50; n += 1) await answer(['nearest', n], [n]);
  await saved();
  expect(setItem).toHaveBeenCalledTimes(1);
});

it.each([
  ['a logout', (page: Awaited<ReturnType<typeof startPage>>) => page.forgetSession()],
  ['the lock', (page) => page.writeLocal(page.localKeys.lock, 'locked')],
  ['the start of a wipe', () => local.set('wiping', '1')],
])('writes nothing after %s, even with a pending timer', async (_, end) => {
  const page = await startPage(ada);
  await page.answer(near, ['Ben']);
  end(page);
  await page.answer(near, ['Cem']);
  await saved();
  expect(stored(ada)).toBe('');
});

it('puts nothing back that a logout removed just before the text was written', async () => {
  const page = await startPage(ada);
  await page.answer(near, ['Ben']);
  await vi.advanceTimersByTimeAsync(2_000);
  page.forgetSession();
  local.clear();
  await saved();
  expect(stored(ada)).toBe('');
});
