// Applies live events to lists and map: a member has a new brief, or can no longer be seen.
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { sectorKey, sectorOf } from '#shared/rules/sectors.ts';
import { afterGone, type Deck, type Round } from './deck.ts';
import type { NearestPage } from './nearby.queries.ts';

const sectorsKey = ['nearby', 'sector'];
/** Prefix of the query keys of all lists by distance. */
export const nearestKey = ['nearby', 'nearest'];
const deckKey = ['nearby', 'deck'];
const roundKey = ['nearby', 'round'];

/** A member in a watched sector has a new published point or brief. Lists by distance keep their order until refetched. */
export function applyBrief(queries: QueryClient, brief: ProfileBrief): void {
  nowAndAfterFetches(queries, () => placeBrief(queries, brief));
}

/** A member can no longer be seen: hidden, ended, blocked either way, or deleted. */
export function applyGone(queries: QueryClient, profileId: string): void {
  nowAndAfterFetches(queries, () => {
    queries.setQueriesData<ProfileBrief[]>({ queryKey: sectorsKey }, (briefs) => briefs && without(briefs, profileId));
    updateNearest(queries, (briefs) => without(briefs, profileId));
    updateDeck(queries, (briefs) => without(briefs, profileId));
    queries.setQueriesData<Round>({ queryKey: roundKey }, (round) => round && afterGone(round, profileId));
  });
}

/** A response under way may be older than the event: the change is applied again when it arrives. */
function nowAndAfterFetches(queries: QueryClient, change: () => void): void {
  change();
  for (const queryKey of [sectorsKey, nearestKey, deckKey])
    for (const { promise } of queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
      void promise?.then(change, () => undefined);
}

function placeBrief(queries: QueryClient, brief: ProfileBrief): void {
  const here = sectorKey(sectorOf(brief.lat, brief.lon));
  for (const [key, briefs] of queries.getQueriesData<ProfileBrief[]>({ queryKey: sectorsKey })) {
    if (briefs === undefined) continue;
    const isThere = briefs.some(({ profileId }) => profileId === brief.profileId);
    if (key.at(-1) === here) queries.setQueryData(key, isThere ? briefs.map((old) => newer(old, brief)) : [...briefs, brief]);
    else if (isThere) queries.setQueryData(key, without(briefs, brief.profileId));
  }
  updateNearest(queries, (briefs) => briefs.map((old) => newer(old, brief)));
  updateDeck(queries, (briefs) => briefs.map((old) => newer(old, brief)));
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

const newer = (old: ProfileBrief, brief: ProfileBrief): ProfileBrief => (old.profileId === brief.profileId ? brief : old);

function without(briefs: readonly ProfileBrief[], profileId: string): ProfileBrief[] {
  return briefs.filter((brief) => brief.profileId !== profileId);
}
