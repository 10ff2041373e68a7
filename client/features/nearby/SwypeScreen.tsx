// /search/swype: members nearby as swipe cards, one at a time.
import { useState } from 'react';
import type { Place } from '#shared/rules/distance.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { NeedsProfile } from '#client/people/profile-gate.tsx';
import { FailedState } from '#client/ui/EmptyState.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { timeText } from '#client/ui/time-text.ts';
import { LocationPrompt } from './LocationPrompt.tsx';
import { SwypeDeck } from './SwypeDeck.tsx';
import { useDeck } from './use-deck.ts';

export function SwypeScreen() {
  const [centre, setCentre] = useState<Place | null>(null);
  return (
    <Page title="Swipe" width="narrow">
      <NeedsProfile>
        <NearbyDeck centre={centre} onLookAround={setCentre} />
      </NeedsProfile>
    </Page>
  );
}

interface NearbyDeckProps {
  /** Null for your location. */
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
      {deck.isLost && <p className="soft small">As of {timeText(deck.asOfMs)}</p>}
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
