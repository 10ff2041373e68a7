// The swipe deck as a hook: the pile of cards, swiping the upper one, and undo.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { Place } from '#shared/rules/distance.ts';
import { likeOfSwipe } from '#shared/rules/likes.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { testMode } from '#client/device/storage.ts';
import { useSwipedLikes } from '#client/features/likes/use-swiped-likes.ts';
import { listCentre } from '#client/features/positions/own-location.ts';
import { reachability } from '#client/net/reachability.ts';
import { useStore } from '#client/device/store.ts';
import type { SwipeAway } from '#client/ui/SwipeCard.tsx';
import { afterSwipe, afterUndo, cardsLeast, firstRound, hasSkipped, pileOf, type Deck, type Round } from './deck.ts';
import { onceEach, sectorsOf } from './listed-briefs.ts';
import { deckQuery, roundQuery } from './nearby.queries.ts';
import { useLiveMembers } from './use-live-members.ts';

export type DeckState = ReturnType<typeof useDeck>;

/** `centre` is null for the own point. */
export function useDeck(centre: Place | null) {
  const own = useOwnProfileId();
  const queries = useQueryClient();
  const query = deckQuery(own, useStore(testMode), centre);
  const { data, error, refetch, fetchStatus, dataUpdatedAt } = useQuery(query);
  const { data: round = firstRound } = useQuery(roundQuery(own));
  const { isLost } = useStore(reachability);
  const { isUndecided, setLike } = useSwipedLikes();
  const pile = pileOf(data?.briefs ?? [], round, isUndecided);
  const top = pile[0] ?? null;
  useLiveMembers(useMemo(() => sectorsOf(data?.briefs ?? []), [data]));
  useEffect(() => listCentre.subscribe(() => void refetch()), [refetch]);

  const change = (next: (round: Round) => Round): void => {
    queries.setQueryData(roundQuery(own).queryKey, (held = firstRound) => next(held));
  };
  // A newer response may have a nearer member: the upper card stays.
  const topId = top?.profileId ?? null;
  useEffect(() => {
    if (topId !== null && topId !== round.topId) change((held) => ({ ...held, topId }));
  });
  // At most once for each swipe, so that a pile that stays low does not cause endless requests.
  const askedAfter = useRef<Round['last']>(null);
  const isLow = data !== undefined && !data.isLast && pile.length < cardsLeast && !isLost;
  useEffect(() => {
    if (!isLow || fetchStatus !== 'idle' || askedAfter.current === round.last) return;
    askedAfter.current = round.last;
    void refetch();
  }, [isLow, fetchStatus, round.last, refetch]);

  async function swipe(brief: ProfileBrief, direction: SwipeAway): Promise<void> {
    const answer = likeOfSwipe(direction);
    if (answer === 'ERROR') throw new Error('That swipe is no answer.');
    await setLike(brief.profileId, answer);
    const next = pile.find(({ profileId }) => profileId !== brief.profileId);
    change((held) => afterSwipe(held, brief, answer, next?.profileId ?? null));
    // Removed from the cached deck too.
    if (answer !== 'UNDETERMINED') keep((briefs) => briefs.filter((one) => one.profileId !== brief.profileId));
  }

  /** Members in the deck had no answer before, so UNDETERMINED is restored. */
  async function undo(): Promise<void> {
    if (round.last === null) return;
    const { answer, brief } = round.last;
    if (answer !== 'UNDETERMINED') await setLike(brief.profileId, 'UNDETERMINED');
    change(afterUndo);
    if (answer !== 'UNDETERMINED') keep((briefs) => onceEach([brief, ...briefs]));
  }

  /** Changes the cached cards without marking them fresh. */
  function keep(update: (briefs: Deck['briefs']) => Deck['briefs']): void {
    queries.setQueryData(query.queryKey, (deck) => deck && { ...deck, briefs: update(deck.briefs) }, {
      updatedAt: dataUpdatedAt,
    });
  }

  function startOver(): void {
    change(() => firstRound);
    void refetch();
  }

  return {
    pile,
    state: stateOf(),
    /** True if no further cards follow. */
    isLast: data?.isLast ?? false,
    last: round.last,
    undone: round.front,
    hasSkipped: hasSkipped(round),
    error,
    asOfMs: dataUpdatedAt,
    isLost,
    retry: () => void refetch(),
    swipe,
    undo,
    startOver,
  };

  function stateOf(): 'loading' | 'failed' | 'ready' {
    const isAsking = fetchStatus === 'fetching';
    if (data !== undefined) return pile.length === 0 && !data.isLast && isAsking && !isLost ? 'loading' : 'ready';
    // A first request paused without connection would show the skeleton for ever.
    return isAsking && error === null ? 'loading' : 'failed';
  }
}
