// The swipe deck's state: the pile of cards, swipe and undo.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { likeOfSwipe } from '#shared/rules/likes.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { testMode } from '#client/device/storage.ts';
import { useSwipedLikes } from '#client/features/likes/use-swiped-likes.ts';
import { listCentre } from '#client/features/positions/own-location.ts';
import { changeData } from '#client/net/change-data.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { reachability } from '#client/net/reachability.ts';
import { useStore } from '#client/device/store.ts';
import type { SwipeAway } from '#client/ui/SwipeCard.tsx';
import { afterSwipe, afterUndo, minCards, firstRound, hasSkipped, pileOf, roundMatching, type Deck, type Round } from './deck.ts';
import { uniqueBriefs, sectorsOf } from './listed-briefs.ts';
import { deckKey } from './nearby-keys.ts';
import { deckQuery, roundQuery } from './nearby.queries.ts';
import { useCachedMembers } from './use-cached-members.ts';
import type { Find } from './use-find.ts';
import { useLiveMembers } from './use-live-members.ts';

export type DeckState = ReturnType<typeof useDeck>;

export function useDeck({ filter, centre }: Find) {
  const own = useOwnProfileId();
  const queries = useQueryClient();
  const query = deckQuery(own, useStore(testMode), centre, filter);
  const { data: loaded, error, refetch, fetchStatus, dataUpdatedAt } = useQuery(query);
  // While the connection is lost, the repetition of a failed request is paused. The screen must not show the skeleton forever.
  const isOffline = loaded === undefined && (error instanceof ConnectionLost || fetchStatus === 'paused');
  const cached = useCachedMembers(isOffline, deckKey, centre, filter);
  const data = useMemo(
    () => loaded ?? (cached === null ? undefined : { briefs: cached.briefs, isLast: false }),
    [loaded, cached],
  );
  const { data: kept = firstRound } = useQuery(roundQuery(own));
  const round = roundMatching(filter, kept);
  const { isLost } = useStore(reachability);
  const { isUndecided, setLike } = useSwipedLikes();
  const pile = pileOf(data?.briefs ?? [], round, isUndecided);
  const top = pile[0] ?? null;
  useLiveMembers(useMemo(() => sectorsOf(data?.briefs ?? []), [data]));
  useEffect(() => listCentre.subscribe(() => void refetch()), [refetch]);

  const change = (next: (round: Round) => Round): void => {
    queries.setQueryData(roundQuery(own).queryKey, (current = firstRound) => next(current));
  };
  // The top card stays even if a newer response has a nearer member.
  const topId = top?.profileId ?? null;
  useEffect(() => {
    if (topId !== null && topId !== round.topId) change((current) => ({ ...current, topId }));
  });
  // At most one refetch per swipe, since a refetch may not bring enough cards.
  const refetchedAfter = useRef<Round['last']>(null);
  const isLow = data !== undefined && !data.isLast && pile.length < minCards && !isLost;
  useEffect(() => {
    if (!isLow || fetchStatus !== 'idle' || refetchedAfter.current === round.last) return;
    refetchedAfter.current = round.last;
    void refetch();
  }, [isLow, fetchStatus, round.last, refetch]);

  const turn = useRef<Promise<unknown>>(Promise.resolve());
  /** A slow device may still be storing the last swipe when the member takes it back. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = turn.current.then(work, work);
    turn.current = done;
    return done;
  }

  async function swipe(brief: ProfileBrief, direction: SwipeAway): Promise<void> {
    const answer = likeOfSwipe(direction);
    if (answer === 'ERROR') throw new Error('No answer belongs to this swipe.');
    await setLike(brief.profileId, answer);
    const next = pile.find(({ profileId }) => profileId !== brief.profileId);
    change((current) => afterSwipe(current, brief, answer, next?.profileId ?? null));
    if (answer !== 'UNDETERMINED') updateCards((briefs) => briefs.filter((one) => one.profileId !== brief.profileId));
  }

  /** Sets the answer to UNDETERMINED, since members in the deck had no answer before. */
  async function undo(): Promise<void> {
    const { last } = queries.getQueryData(roundQuery(own).queryKey) ?? firstRound;
    if (last === null) return;
    const { answer, brief } = last;
    if (answer !== 'UNDETERMINED') await setLike(brief.profileId, 'UNDETERMINED');
    change(afterUndo);
    if (answer !== 'UNDETERMINED') updateCards((briefs) => uniqueBriefs([brief, ...briefs]));
  }

  function updateCards(update: (briefs: Deck['briefs']) => Deck['briefs']): void {
    changeData<Deck>(queries, { queryKey: query.queryKey }, (deck) => ({ ...deck, briefs: update(deck.briefs) }));
  }

  function startOver(): void {
    change(() => firstRound);
    void refetch();
  }

  return {
    pile,
    state: stateOf(),
    /** True if the server has no further cards. */
    isLast: data?.isLast ?? false,
    last: round.last,
    undone: round.undone,
    hasSkipped: hasSkipped(round),
    error,
    asOfMs: dataUpdatedAt,
    /** True if the cards come from the device's cache. */
    isCached: cached !== null,
    isLost,
    retry: () => void refetch(),
    swipe: (brief: ProfileBrief, direction: SwipeAway) => inTurn(() => swipe(brief, direction)),
    undo: () => inTurn(undo),
    startOver,
  };

  function stateOf(): 'loading' | 'failed' | 'ready' {
    const isFetching = fetchStatus === 'fetching';
    if (data !== undefined) return pile.length === 0 && !data.isLast && isFetching && !isLost ? 'loading' : 'ready';
    return isFetching && error === null ? 'loading' : 'failed';
  }
}
