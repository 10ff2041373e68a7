// /search/swype: who is near, one card at a time, liked, disliked or skipped by swipe, button or key.
import { useState } from 'react';
import type { Place } from '#shared/rules/distance.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { FailedState } from '#client/ui/EmptyState.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { clockOf } from './clock-of.ts';
import { NowhereYet } from './NowhereYet.tsx';
import { SwypeDeck } from './SwypeDeck.tsx';
import { useDeck } from './use-deck.ts';

export function SwypeScreen() {
  const [centre, setCentre] = useState<Place | null>(null);
  return (
    <Page title="Swipe" width="narrow">
      <Dealing centre={centre} onLookAround={setCentre} />
    </Page>
  );
}

interface DealingProps {
  /** Where to look around instead of at the own point; null is there. */
  readonly centre: Place | null;
  readonly onLookAround: (centre: Place) => void;
}

function Dealing({ centre, onLookAround }: DealingProps) {
  const dealt = useDeck(centre);
  const { state, error } = dealt;
  if (state === 'asking') return <DeckSkeleton />;
  if (state === 'failed') {
    if (error instanceof Refused && error.code === 'no-position') return <NowhereYet onLookAround={onLookAround} />;
    return <FailedState isOffline={error === null || error instanceof ConnectionLost} onRetry={dealt.retry} />;
  }
  return (
    <div className="stack">
      {dealt.isLost && <p className="soft small">As of {clockOf(dealt.asOfMs)}</p>}
      <SwypeDeck dealt={dealt} />
    </div>
  );
}

function DeckSkeleton() {
  return (
    <div className="pile deck-pile" aria-busy="true">
      <Skeleton shape="picture" />
    </div>
  );
}
