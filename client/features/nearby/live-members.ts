// Applies live events about members to the cached lists and the map.
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { sectorKey, sectorOf } from '#shared/rules/sectors.ts';
import { changeData } from '#client/net/change-data.ts';
import { matchesFilter } from './cached-members.ts';
import { afterRemoval, type Deck, type Round } from './deck.ts';
import { needsServer, type ListFilter } from './list-filter.ts';
import { deckKey, nearestKey, roundKey, sectorsKey } from './nearby-keys.ts';
import type { NearestPage } from './nearby.queries.ts';

/** Applies a new published point or brief in a watched sector. Lists by distance keep their order until they are refetched. */
export function updateMember(queries: QueryClient, brief: ProfileBrief): void {
  nowAndAfterFetches(queries, () => updateSectorsAndLists(queries, brief));
}

/** Removes a member who can no longer be seen, because they are hidden, expired, blocked or deleted. */
export function removeMember(queries: QueryClient, profileId: string): void {
  nowAndAfterFetches(queries, () => {
    changeData<readonly ProfileBrief[]>(queries, { queryKey: sectorsKey }, (briefs) => without(briefs, profileId));
    updateNearest(queries, (briefs) => without(briefs, profileId));
    updateDecks(queries, (briefs) => without(briefs, profileId));
    queries.setQueriesData<Round>({ queryKey: roundKey }, (round) => round && afterRemoval(round, profileId));
  });
}

/** A response that is still pending may be older than the event, so the change is applied again when it arrives. */
function nowAndAfterFetches(queries: QueryClient, change: () => void): void {
  change();
  for (const queryKey of [sectorsKey, nearestKey, deckKey])
    for (const { promise } of queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
      void promise?.then(change, () => undefined);
}

function updateSectorsAndLists(queries: QueryClient, brief: ProfileBrief): void {
  const currentSector = sectorKey(sectorOf(brief.lat, brief.lon));
  changeData<readonly ProfileBrief[]>(queries, { queryKey: sectorsKey }, (briefs, key) => {
    const filter = filterIn(key, -2);
    const isThere = briefs.some(({ profileId }) => profileId === brief.profileId);
    const matches = key.at(-1) === currentSector && matchesFilter(filter, brief);
    if (matches && isThere) return replaced(briefs, brief, filter);
    // If only the server can check the filter, the member is added with the server's next answer.
    return matches && !needsServer(filter) ? [...briefs, brief] : without(briefs, brief.profileId);
  });
  updateNearest(queries, (briefs, filter) => replaced(briefs, brief, filter));
  updateDecks(queries, (briefs, filter) => replaced(briefs, brief, filter));
}

type Update = (briefs: readonly ProfileBrief[], filter: ListFilter) => readonly ProfileBrief[];

function updateNearest(queries: QueryClient, update: Update): void {
  changeData<InfiniteData<NearestPage>>(queries, { queryKey: nearestKey }, (data, key) => {
    const pages = data.pages.map((page) => changedBriefs(page, update, filterIn(key, -1)));
    return pages.some((page, index) => page !== data.pages[index]) ? { ...data, pages } : data;
  });
}

function updateDecks(queries: QueryClient, update: Update): void {
  changeData<Deck>(queries, { queryKey: deckKey }, (deck, key) => changedBriefs(deck, update, filterIn(key, -1)));
}

function changedBriefs<L extends { readonly briefs: readonly ProfileBrief[] }>(list: L, update: Update, filter: ListFilter): L {
  const briefs = update(list.briefs, filter);
  return briefs === list.briefs ? list : { ...list, briefs };
}

/** Returns the filter of a query by its position in the key. */
const filterIn = (key: QueryKey, at: number): ListFilter => key.at(at) as ListFilter;

/** Returns the list with the new brief, or without the member if they no longer match. */
function replaced(briefs: readonly ProfileBrief[], brief: ProfileBrief, filter: ListFilter): readonly ProfileBrief[] {
  if (!matchesFilter(filter, brief)) return without(briefs, brief.profileId);
  const index = briefs.findIndex(({ profileId }) => profileId === brief.profileId);
  return index === -1 ? briefs : briefs.with(index, brief);
}

/** The same list if the member is not in it. */
function without(briefs: readonly ProfileBrief[], profileId: string): readonly ProfileBrief[] {
  const others = briefs.filter((brief) => brief.profileId !== profileId);
  return others.length === briefs.length ? briefs : others;
}
