// The screen with members nearby as swipe cards, one at a time (/search/swype).
import { t } from '#client/device/texts.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { NeedsProfile } from '#client/people/profile-gate.tsx';
import { FailedState } from '#client/ui/FailedState.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { PileSkeleton } from '#client/ui/SwipePile.tsx';
import { timeText } from '#client/ui/time-text.ts';
import { storedPeopleText } from './stored-people-text.ts';
import { DeckProfile } from './DeckProfile.tsx';
import { FindBar } from './FindBar.tsx';
import { LocationPrompt } from './LocationPrompt.tsx';
import { lookAround } from './saved-places.ts';
import { SwypeDeck } from './SwypeDeck.tsx';
import { useDeck } from './use-deck.ts';
import { useFilterCount, useFind, type Find } from './use-find.ts';
import '#client/ui/split.css';

export function SwypeScreen() {
  const find = useFind();
  return (
    <Page title={t('Swipe')} top={<FindBar current="/search/swype" find={find} count={useFilterCount(find)} />}>
      <div className="split deck">
        <NeedsProfile>
          <NearbyDeck find={find} />
        </NeedsProfile>
      </div>
    </Page>
  );
}

function NearbyDeck({ find }: { readonly find: Find }) {
  const deck = useDeck(find);
  const { state, error } = deck;
  if (state === 'loading') return <DeckSkeleton />;
  if (state === 'failed') {
    if (error instanceof Refused && error.code === 'no-position') return <LocationPrompt onLookAround={lookAround} />;
    return <FailedState isOffline={error === null || error instanceof ConnectionLost} onRetry={deck.retry} />;
  }
  const [top, next] = deck.pile;
  return (
    <>
      <div className="stack">
        {deck.isCached && <p className="soft small">{storedPeopleText(find.filter)}</p>}
        {!deck.isCached && deck.isLost && <p className="soft small">{t('As of {time}', { time: timeText(deck.asOfMs) })}</p>}
        <SwypeDeck deck={deck} find={find} />
      </div>
      {top && <DeckProfile brief={top} nextId={next?.profileId} />}
    </>
  );
}

function DeckSkeleton() {
  return (
    <>
      <div className="stack" aria-busy="true">
        <div className="stack">
          <PileSkeleton className="deck-pile" />
          <div className="row deck-back">
            <Skeleton />
          </div>
        </div>
      </div>
      <div className="deck-profile" aria-hidden="true">
        <Skeleton shape="title" />
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </div>
    </>
  );
}
