// Applies live events about members to the cached lists and the map.
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { sectorKey, sectorOf } from '#shared/rules/sectors.ts';
import { afterRemoval, type Deck, type Round } from './deck.ts';
import { deckKey, nearestKey, roundKey, sectorsKey } from './nearby-keys.ts';
import type { NearestPage } from './nearby.queries.ts';

/** Applies a new published point or brief in a watched sector. Lists by distance keep their order until they are refetched. */
export function updateMember(queries: QueryClient, brief: ProfileBrief): void {
  nowAndAfterFetches(queries, () => updateSectorsAndLists(queries, brief));
}

/** Removes a member who can no longer be seen: hidden, expired, blocked either way, or deleted. */
export function removeMember(queries: QueryClient, profileId: string): void {
  nowAndAfterFetches(queries, () => {
    queries.setQueriesData<ProfileBrief[]>({ queryKey: sectorsKey }, (briefs) => briefs && without(briefs, profileId));
    updateNearest(queries, (briefs) => without(briefs, profileId));
    updateDeck(queries, (briefs) => without(briefs, profileId));
    queries.setQueriesData<Round>({ queryKey: roundKey }, (round) => round && afterRemoval(round, profileId));
  });
}

/** A pending response may be older than the event, so the change is applied again when it arrives. */
function nowAndAfterFetches(queries: QueryClient, change: () => void): void {
  change();
  for (const queryKey of [sectorsKey, nearestKey, deckKey])
    for (const { promise } of queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
      void promise?.then(change, () => undefined);
}

function updateSectorsAndLists(queries: QueryClient, brief: ProfileBrief): void {
  const here = sectorKey(sectorOf(brief.lat, brief.lon));
  for (const [key, briefs] of queries.getQueriesData<ProfileBrief[]>({ queryKey: sectorsKey })) {
    if (briefs === undefined) continue;
    const isThere = briefs.some(({ profileId }) => profileId === brief.profileId);
    if (key.at(-1) === here) queries.setQueryData(key, isThere ? briefs.map((old) => replaced(old, brief)) : [...briefs, brief]);
    else if (isThere) queries.setQueryData(key, without(briefs, brief.profileId));
  }
  updateNearest(queries, (briefs) => briefs.map((old) => replaced(old, brief)));
  updateDeck(queries, (briefs) => briefs.map((old) => replaced(old, brief)));
}

function updateNearest(queries: QueryClient, update: (briefs: readonly ProfileBrief[]) => readonly ProfileBrief[]): void {
  queries.setQueriesData<InfiniteData<NearestPage>>(
    { queryKey: nearestKey },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, briefs: update(page.briefs) })) },
  );
}

function updateDeck(queries: QueryClient, update: (briefs: readonly ProfileBrief[]) => readonly ProfileBrief[]): void {
  queries.setQueriesData<Deck>({ queryKey: deckKey }, (deck) => deck && { ...deck, briefs: update(deck.briefs) });
}

const replaced = (old: ProfileBrief, brief: ProfileBrief): ProfileBrief => (old.profileId === brief.profileId ? brief : old);

function without(briefs: readonly ProfileBrief[], profileId: string): ProfileBrief[] {
  return briefs.filter((brief) => brief.profileId !== profileId);
}
