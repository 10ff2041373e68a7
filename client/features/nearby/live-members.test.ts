// Tests that live events about members update the map and the lists immediately.
import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { firstRound } from './deck.ts';
import { emptyFilter, type ListFilter } from './list-filter.ts';
import { updateMember, removeMember } from './live-members.ts';
import { deckQuery, nearestQuery, roundQuery, sectorQuery } from './nearby.queries.ts';

const phoenix = sectorQuery('me', false, '33:-113').queryKey;
const mesa = sectorQuery('me', false, '33:-112').queryKey;
const nearest = nearestQuery(false, null).queryKey;

let queries: QueryClient;
beforeEach(() => {
  queries = new QueryClient();
  queries.setQueryData(phoenix, [briefOf('ada', 33.4, -112.5), briefOf('bob', 33.5, -112.2)]);
  queries.setQueryData(mesa, []);
  const pages = [{ briefs: [briefOf('ada', 33.4, -112.5), briefOf('bob', 33.5, -112.2)], isLast: false }];
  queries.setQueryData(nearest, { pages, pageParams: [0] });
});

afterEach(() => {
  environmentManager.setIsServer(() => true);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a new member appears on the map', () => {
  updateMember(queries, briefOf('cem', 33.9, -111.5));
  expect(namesIn(mesa)).toEqual(['cem']);
  expect(namesIn(phoenix)).toEqual(['ada', 'bob']);
});

test('a member who moves within a sector appears at their new point', () => {
  updateMember(queries, briefOf('ada', 33.6, -112.6));
  expect(queries.getQueryData(phoenix)?.[0]).toMatchObject({ profileName: 'ada', lat: 33.6 });
  expect(queries.getQueryData(nearest)?.pages[0]?.briefs[0]).toMatchObject({ profileName: 'ada', lat: 33.6 });
});

test('a member who moves to another sector appears only there', () => {
  updateMember(queries, briefOf('ada', 33.4, -111.9));
  expect(namesIn(phoenix)).toEqual(['bob']);
  expect(namesIn(mesa)).toEqual(['ada']);
});

test('a sector that is not cached is not created', () => {
  updateMember(queries, briefOf('ada', 48.2, 16.4));
  expect(queries.getQueryData(sectorQuery('me', false, '48:16').queryKey)).toBeUndefined();
});

test('a member who hides disappears from map and list, and further pages can still be loaded', () => {
  removeMember(queries, 'ada');
  expect(namesIn(phoenix)).toEqual(['bob']);
  expect(queries.getQueryData(nearest)?.pages).toEqual([{ briefs: [briefOf('bob', 33.5, -112.2)], isLast: false }]);
});

test('a member who hides disappears from the deck, and undo does not bring them back', () => {
  const [deck, round] = [deckQuery('me', false, null).queryKey, roundQuery('me').queryKey];
  const [ada, bob] = [briefOf('ada', 33.4, -112.5), briefOf('bob', 33.5, -112.2)];
  queries.setQueryData(deck, { briefs: [ada, bob], isLast: true });
  queries.setQueryData(round, { ...firstRound, undone: ada, last: { brief: ada, answer: 'LIKE' } });
  removeMember(queries, 'ada');
  expect(queries.getQueryData(deck)).toEqual({ briefs: [bob], isLast: true });
  expect(queries.getQueryData(round)).toEqual(firstRound);
});

test('a pending response does not bring back a member who has hidden in the meantime', async () => {
  let respond: (briefs: ProfileBrief[]) => void = () => undefined;
  const queryFn = () => new Promise<ProfileBrief[]>((resolve) => (respond = resolve));
  const response = queries.fetchQuery({ queryKey: phoenix, queryFn, staleTime: 0 });
  removeMember(queries, 'ada');
  respond([briefOf('ada', 33.4, -112.5), briefOf('bob', 33.5, -112.2)]);
  await response;
  await expect.poll(() => namesIn(phoenix)).toEqual(['bob']);
});

test('while a filter is on, only members who match it appear, and those who stop matching disappear', () => {
  const pictures: ListFilter = { ...emptyFilter, withPicture: true };
  const [sector, list, deck] = [
    sectorQuery('me', false, '33:-113', pictures).queryKey,
    nearestQuery(false, null, pictures).queryKey,
    deckQuery('me', false, null, pictures).queryKey,
  ];
  const ada = { ...briefOf('ada', 33.4, -112.5), profilePicIds: ['face'] };
  queries.setQueryData(sector, [ada]);
  queries.setQueryData(list, { pages: [{ briefs: [ada], isLast: true }], pageParams: [0] });
  queries.setQueryData(deck, { briefs: [ada], isLast: true });
  updateMember(queries, briefOf('cem', 33.5, -112.4));
  expect([namesIn(sector), namesIn(phoenix)]).toEqual([['ada'], ['ada', 'bob', 'cem']]);
  updateMember(queries, { ...briefOf('dan', 33.5, -112.4), profilePicIds: ['face'] });
  expect(namesIn(sector)).toEqual(['ada', 'dan']);
  updateMember(queries, briefOf('ada', 33.4, -112.5));
  expect(namesIn(sector)).toEqual(['dan']);
  expect(queries.getQueryData(list)?.pages[0]?.briefs).toEqual([]);
  expect(queries.getQueryData(deck)?.briefs).toEqual([]);
  expect(queries.getQueryData(nearest)?.pages[0]?.briefs).toHaveLength(2);
});

test('with a filter by online state or chats, which briefs lack, shown members are updated and no new one appears', () => {
  for (const condition of ['onlineNow', 'neverChatted']) {
    const sector = sectorQuery('me', false, '33:-113', { ...emptyFilter, [condition]: true }).queryKey;
    queries.setQueryData(sector, [briefOf('ada', 33.4, -112.5)]);
    updateMember(queries, briefOf('cem', 33.5, -112.4));
    updateMember(queries, briefOf('ada', 33.6, -112.5));
    expect(queries.getQueryData(sector)).toEqual([briefOf('ada', 33.6, -112.5)]);
  }
});

test('the query key of each filtered request contains the filter, and that of a sector ends with the sector', () => {
  const filter: ListFilter = { ...emptyFilter, ageMin: 30 };
  const keys = [
    sectorQuery('me', false, '33:-113', filter),
    nearestQuery(false, null, filter),
    deckQuery('me', false, null, filter),
  ];
  for (const { queryKey } of keys) expect(queryKey).toContainEqual(filter);
  expect(sectorQuery('me', false, '33:-113', filter).queryKey.at(-1)).toBe('33:-113');
});

test('an event takes no list for fresh: neither one that it changes nor another', async () => {
  queries.setQueryData(phoenix, (briefs) => briefs, { updatedAt: 1_000 });
  queries.setQueryData(nearest, (list) => list, { updatedAt: 1_000 });
  await queries.invalidateQueries({ queryKey: nearest });
  const changes: unknown[] = [];
  const stop = queries.getQueryCache().subscribe(({ type, query }) => type === 'updated' && changes.push(query.queryKey));
  updateMember(queries, briefOf('cem', 33.5, -112.5));
  expect(changes).toEqual([phoenix]);
  updateMember(queries, briefOf('ada', 33.5, -112.5));
  removeMember(queries, 'ada');
  stop();
  expect(queries.getQueryState(phoenix)?.dataUpdatedAt).toBe(1_000);
  expect(queries.getQueryState(nearest)).toMatchObject({ dataUpdatedAt: 1_000, isInvalidated: true });
});

test('however often a member moves, the map is fetched again, which alone shows who came online', async () => {
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers();
  const fetched = vi.fn(async () => Response.json([briefOf('ada', 33.4, -112.5)]));
  vi.stubGlobal('fetch', fetched);
  const stop = new QueryObserver(queries, sectorQuery('me', false, '33:-113', { ...emptyFilter, onlineNow: true })).subscribe(
    () => undefined,
  );
  for (let moves = 1; moves <= 9; moves++) {
    await vi.advanceTimersByTimeAsync(5_000);
    updateMember(queries, briefOf('ada', 33.4 + moves / 100, -112.5));
  }
  stop();
  expect(fetched).toHaveBeenCalledTimes(4);
});

const namesIn = (key: typeof phoenix) => queries.getQueryData(key)?.map(({ profileName }) => profileName);

function briefOf(name: string, lat: number, lon: number): ProfileBrief {
  const details = { profileChars: [], profileWeight: '', profileHeight: '', profilePicIds: [] };
  return { profileId: name, session: null, profileName: name, profileAge: 30, ...details, lat, lon, tsUpdated: 0 };
}
