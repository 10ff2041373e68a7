// The pile of cards with its buttons, and the message when no card is left.
import { Link } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { shownName } from '#shared/rules/text.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState, FailedState } from '#client/ui/EmptyState.tsx';
import { CheckIcon, CloseIcon, HeartIcon } from '#client/ui/icons.tsx';
import { SwipeCard, type SwipeAway, type SwipeHandle } from '#client/ui/SwipeCard.tsx';
import { useKeys } from '#client/ui/use-keys.ts';
import type { Answer } from './deck.ts';
import { SkipIcon, UndoIcon } from './deck-icons.ts';
import { DeckFace } from './DeckFace.tsx';
import type { DeckState } from './use-deck.ts';
import '#client/ui/card-pile.css';
import './deck.css';

const swipeTexts = { left: 'Dislike', down: 'Skip', right: 'Like' } as const satisfies Record<SwipeAway, string>;
const answerTexts = { DISLIKE: 'Disliked', UNDETERMINED: 'Skipped', LIKE: 'Liked' } as const satisfies Record<Answer, string>;
const endText = "You've reached the end!";
/** Cards under the top one whose pictures are loaded in advance. */
const preloadedCards = 2;

export function SwypeDeck({ deck }: { readonly deck: DeckState }) {
  const { pile, last, undone, swipe, undo } = deck;
  const card = useRef<SwipeHandle>(null);
  const [top, ...rest] = pile;
  const swipeCard = (direction: SwipeAway) => () => card.current?.swipe(direction);
  // The header shows the error.
  const undoSwipe = (): void => void undo().catch(() => undefined);
  useKeys({ ArrowLeft: swipeCard('left'), ArrowRight: swipeCard('right'), ArrowDown: swipeCard('down'), Backspace: undoSwipe });
  const undoButton = (
    <Button look="quiet" disabled={last === null} onClick={undoSwipe}>
      <UndoIcon />
      Undo
    </Button>
  );

  return (
    <div className="stack">
      {top === undefined ? (
        <EmptyPile deck={deck}>{undoButton}</EmptyPile>
      ) : (
        <>
          <div className="pile deck-pile">
            {rest.slice(0, preloadedCards).map((brief) => (
              <div key={brief.profileId} className="pile-under" aria-hidden="true">
                <DeckFace brief={brief} />
              </div>
            ))}
            <SwipeCard key={top.profileId} ref={card} labels={swipeTexts} onSwipe={(direction) => swipe(top, direction)}>
              <DeckFace brief={top} isTop />
            </SwipeCard>
          </div>
          <div className="pile-buttons deck-buttons">
            <Button onClick={swipeCard('left')}>
              <CloseIcon />
              {swipeTexts.left}
            </Button>
            <Button onClick={swipeCard('down')}>
              <SkipIcon />
              {swipeTexts.down}
            </Button>
            <Button look="main" onClick={swipeCard('right')}>
              <HeartIcon />
              {swipeTexts.right}
            </Button>
          </div>
          <div className="row row-apart deck-back">
            {undoButton}
            <Link to="/profile/$profileId" params={{ profileId: top.profileId }} className={buttonClass()}>
              View Profile / Chat
            </Link>
          </div>
        </>
      )}
      <p className="visually-hidden" role="status">
        {last !== null &&
          `${answerTexts[last.answer]} ${nameOf(last.brief)}. ${top === undefined ? endText : `Next: ${titleOf(top)}.`}`}
        {undone !== null && `Undone: ${titleOf(undone)}.`}
      </p>
    </div>
  );
}

function EmptyPile({ deck, children }: { readonly deck: DeckState; readonly children: ReactNode }) {
  const { hasSkipped, isLast, startOver, retry } = deck;
  if (!isLast)
    return (
      <>
        <FailedState
          isOffline={deck.isLost}
          text={deck.isLost ? 'There may be more once you are online again.' : undefined}
          onRetry={retry}
        />
        <div className="row">{children}</div>
      </>
    );
  return (
    <EmptyState icon={CheckIcon} text={endText}>
      <Button look={hasSkipped ? 'main' : 'plain'} onClick={startOver}>
        {hasSkipped ? 'Show skipped people again' : 'Look again'}
      </Button>
      <Link to="/search/map" className={buttonClass()}>
        Look further on the map
      </Link>
      {children}
    </EmptyState>
  );
}

const nameOf = ({ profileName }: ProfileBrief): string => shownName(profileName);
const titleOf = (brief: ProfileBrief): string => `${nameOf(brief)}, ${brief.profileAge}`;
