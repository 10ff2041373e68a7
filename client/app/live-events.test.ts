// Live events about other members, and their effect on the data cached on this device.
import 'fake-indexeddb/auto';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { likesListKeys } from '#client/features/likes/likes-lists.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { conversationsKey } from '#client/offline/conversations/cached-messages.ts';
import { conversationKey } from '#client/offline/conversations/conversation-queries.ts';
import { cacheBroadcasts, storeOwnSector, cachedBroadcasts } from '#client/offline/conversations/cached-broadcasts.ts';
import { cacheLike, cacheList, cachedLike, cachedList } from '#client/offline/cached-values.ts';
import { broadcast } from '#client/testing/messages.ts';
import { handleLiveEvent, invalidateMissed } from './live-events.ts';

const [ada, ben] = ['ada', 'ben'];

beforeEach(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  await memberDatabase.claim(ada);
});
afterEach(async () => {
  await memberDatabase.wipe();
  vi.unstubAllGlobals();
});

test('a deleted member disappears from all lists of likes, even offline', async () => {
  const names = likesListKeys(ada).map((key) => JSON.stringify(key));
  for (const name of names) await cacheList(ada, name, [{ profile: { profileId: ben, profileName: 'Ben' } }]);
  await cacheLike(ada, { likerProfileId: ada, likedProfileId: ben, likeType: 'LIKE', blocked: false, tsCreated: 1 });
  await handleLiveEvent({ type: 'gone', profileId: ben }, { queries: new QueryClient(), own: ada });
  expect(await Promise.all(names.map((name) => cachedList(ada, name)))).toEqual([null, null, null, null]);
  expect(await cachedLike(ada, ben)).toBeNull();
});

test('a member who is gone disappears from open lists, also if these cannot be read again', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const queryFn = () => Promise.reject(new Error('no connection'));
  const [profile, other] = [{ profileId: ben }, { profileId: 'cem' }];
  const lists = [['notifications', ada, 'with kinds'], conversationsKey(ada)];
  const pages = likesListKeys(ada);
  const blocked = ['likes', 'blocked', ada];
  for (const key of lists) queries.setQueryData(key, [{ profile }, { profile: other }]);
  for (const key of [...pages, blocked])
    queries.setQueryData(key, { pages: [[{ profile }, { profile: other }]], pageParams: [undefined] });
  const stops = [...lists, ...pages].map((queryKey) =>
    new QueryObserver(queries, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => undefined),
  );
  await handleLiveEvent({ type: 'gone', profileId: ben }, { queries, own: ada });
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  for (const key of lists) expect(queries.getQueryData(key)).toEqual([{ profile: other }]);
  for (const key of pages) expect(queries.getQueryData(key)).toMatchObject({ pages: [[{ profile: other }]] });
  expect(queries.getQueryData(blocked)).toMatchObject({ pages: [[{ profile }, { profile: other }]] });
  for (const stop of stops) stop();
});

test('a list that was out of date before a member was gone is read again when it is opened', async () => {
  const queries = new QueryClient();
  const queryKey = ['likes', 'youlikedprofile', ada];
  queries.setQueryData(queryKey, { pages: [[{ profile: { profileId: ben } }]], pageParams: [undefined] });
  await handleLiveEvent({ type: 'picLike', profilePicId: 'p1' }, { queries, own: ada });
  await handleLiveEvent({ type: 'gone', profileId: ben }, { queries, own: ada });
  expect(queries.getQueryState(queryKey)).toMatchObject({ data: { pages: [[]] }, isInvalidated: true });
});

test('the broadcasts of a deleted member disappear, even offline', async () => {
  await storeOwnSector(ada, { sector: '33:-113' });
  await cacheBroadcasts(ada, '33:-113', [broadcast(2, { senderProfileId: ben }), broadcast(1, { senderProfileId: 'cem' })]);
  await handleLiveEvent({ type: 'gone', profileId: ben }, { queries: new QueryClient(), own: ada });
  expect((await cachedBroadcasts(ada, '33:-113'))?.value.map(({ senderProfileId }) => senderProfileId)).toEqual(['cem']);
  await handleLiveEvent({ type: 'broadcastGone', messageId: 'm1', sector: '33:-113' }, { queries: new QueryClient(), own: ada });
  expect((await cachedBroadcasts(ada, '33:-113'))?.value).toEqual([]);
});

test('a tab that joins the shared connection refetches restored data, or everything after an event since it was opened', () => {
  const queries = new QueryClient();
  const openedMs = performance.timeOrigin;
  queries.setQueryData(['restored'], 1, { updatedAt: openedMs - 1 });
  queries.setQueryData(['requested'], 1, { updatedAt: openedMs + 1 });
  const outdated = () => ['restored', 'requested'].filter((key) => queries.getQueryState([key])?.isInvalidated);
  invalidateMissed(queries, openedMs - 1);
  expect(outdated()).toEqual(['restored']);
  invalidateMissed(queries, openedMs + 1);
  expect(outdated()).toEqual(['restored', 'requested']);
});

test.each([true, false])(
  'a hello refetches only what was missed and what no event reports (must resync: %s)',
  async (mustResync) => {
    const current = [
      ['settings'],
      ['profile', ada],
      ['notifications', ada, 'with kinds'],
      ['waiting'],
      ['mutes', ada],
      ['likes', 'profilelikedyou', ada],
      ['notes', ada],
      ['nearby', 'nearest', false],
      ['nearby', 'sector', ada, false, {}, '33:-113'],
    ];
    const unsure = [
      ['profile', ben],
      ['likes', 'youlikedprofile', ada],
      ['cases', 'reports'],
      ['nearby', 'counts', false],
    ];
    const outdatedBy = async (missed?: string[], updatedAt = Date.now()) => {
      const queries = new QueryClient();
      for (const key of [...current, ...unsure]) queries.setQueryData(key, 1, { updatedAt });
      await handleLiveEvent({ type: 'hello', mustResync, ...(missed && { missed }) }, { queries, own: ada });
      return [...current, ...unsure].filter((key) => queries.getQueryState(key)?.isInvalidated);
    };
    expect(await outdatedBy([])).toEqual(unsure);
    expect(await outdatedBy(['note', 'picLike'])).toEqual([['notes', ada], ...unsure]);
    expect(await outdatedBy(['notifications'])).toEqual([...current.slice(2, 4), ...unsure]);
    expect(await outdatedBy(['brief'])).toEqual([...current.slice(-2), ...unsure]);
    expect(await outdatedBy(['gone'])).toEqual([...current.slice(2), ...unsure]);
    expect(await outdatedBy()).toEqual([...current, ...unsure]);
    expect(await outdatedBy([], performance.timeOrigin - 1)).toEqual([...current, ...unsure]);
  },
);

test.each([
  [[], false],
  [['message', 'like'], false],
  [['gone'], true],
  [undefined, true],
])('after missing %j, conversations are fetched again in case somebody is gone: %s', async (missed, isOutdated) => {
  const queries = new QueryClient();
  const keys = [conversationsKey(ada), conversationKey(ada, ben)];
  for (const key of keys) queries.setQueryData(key, []);
  await handleLiveEvent({ type: 'hello', mustResync: false, ...(missed && { missed }) }, { queries, own: ada });
  expect(keys.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([isOutdated, isOutdated]);
});

test('a hello repeats a pending first call unless nothing was missed', async () => {
  const callsAfter = async (missed?: string[]) => {
    const queries = new QueryClient();
    const answer = Promise.withResolvers<number>();
    const queryFn = vi.fn(() => answer.promise);
    const stop = new QueryObserver(queries, { queryKey: ['mutes', ada], queryFn, staleTime: Infinity }).subscribe(
      () => undefined,
    );
    await handleLiveEvent({ type: 'hello', mustResync: false, ...(missed && { missed }) }, { queries, own: ada });
    answer.resolve(1);
    await vi.waitFor(() => expect(queries.getQueryState(['mutes', ada])).toMatchObject({ data: 1, fetchStatus: 'idle' }));
    await new Promise((resolve) => setTimeout(resolve));
    await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
    stop();
    return queryFn.mock.calls.length;
  };
  expect(await callsAfter([])).toBe(1);
  expect(await callsAfter(['mutes'])).toBe(2);
  expect(await callsAfter()).toBe(2);
});
