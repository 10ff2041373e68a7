// /search/swype: members nearby, one card at a time, liked, disliked or skipped by swipe, button or key.
import { useState } from 'react';
import type { Place } from '#shared/rules/distance.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { FailedState } from '#client/ui/EmptyState.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { clockOf } from './clock-of.ts';
import { LocationPrompt } from './LocationPrompt.tsx';
import { SwypeDeck } from './SwypeDeck.tsx';
import { useDeck } from './use-deck.ts';

export function SwypeScreen() {
  const [centre, setCentre] = useState<Place | null>(null);
  return (
    <Page title="Swipe" width="narrow">
      <NearbyDeck centre={centre} onLookAround={setCentre} />
    </Page>
  );
}

interface NearbyDeckProps {
  /** The centre of the list; null for the own point. */
  readonly centre: Place | null;
  readonly onLookAround: (centre: Place) => void;
}

function NearbyDeck({ centre, onLookAround }: NearbyDeckProps) {
  const deck = useDeck(centre);
  const { state, error } = deck;
  if (state === 'loading') return <DeckSkeleton />;
  if (state === 'failed') {
    if (error instanceof Refused && error.code === 'no-position') return <LocationPrompt onLookAround={onLookAround} />;
    return <FailedState isOffline={error === null || error instanceof ConnectionLost} onRetry={deck.retry} />;
  }
  return (
    <div className="stack">
      {deck.isLost && <p className="soft small">As of {clockOf(deck.asOfMs)}</p>}
      <SwypeDeck deck={deck} />
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
