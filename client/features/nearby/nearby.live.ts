// Brings lists and map up to date with what the socket tells: a member is seen somewhere new, or no more.
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { sectorKey, sectorOf } from '#shared/rules/sectors.ts';
import { afterGone, type Deck, type Round } from './deck.ts';
import type { NearestPage } from './nearby.queries.ts';

const sectorsKey = ['nearby', 'sector'];
/** Begins the keys of all lists by distance. */
export const nearestKey = ['nearby', 'nearest'];
const deckKey = ['nearby', 'deck'];
const roundKey = ['nearby', 'round'];

/** A member in a sector that is looked at has a new published point or brief. Lists by distance keep their order until they are asked again. */
export function applyBrief(queries: QueryClient, brief: ProfileBrief): void {
  nowAndInAnswers(queries, () => placeBrief(queries, brief));
}

/** A member can no longer be seen: hidden, ended, blocked either way, or deleted. */
export function applyGone(queries: QueryClient, profileId: string): void {
  nowAndInAnswers(queries, () => {
    queries.setQueriesData<ProfileBrief[]>({ queryKey: sectorsKey }, (briefs) => briefs && without(briefs, profileId));
    updateNearest(queries, (briefs) => without(briefs, profileId));
    updateDeck(queries, (briefs) => without(briefs, profileId));
    queries.setQueriesData<Round>({ queryKey: roundKey }, (round) => round && afterGone(round, profileId));
  });
}

/** An answer that is on its way may be older than what was told: the change is made again when it is there. */
function nowAndInAnswers(queries: QueryClient, change: () => void): void {
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
