// The pile of cards with its buttons, and the state when no card is left.
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

const words = { left: 'Dislike', down: 'Skip', right: 'Like' } as const satisfies Record<SwipeAway, string>;
const answerWords = { DISLIKE: 'Disliked', UNDETERMINED: 'Skipped', LIKE: 'Liked' } as const satisfies Record<Answer, string>;
const end = "You've reached the end!";
/** The number of cards whose pictures are loaded in advance. */
const cardsAhead = 2;

export function SwypeDeck({ deck }: { readonly deck: DeckState }) {
  const { pile, last, undone, swipe, undo } = deck;
  const card = useRef<SwipeHandle>(null);
  const [top, ...rest] = pile;
  const go = (direction: SwipeAway) => () => card.current?.swipe(direction);
  // The header shows the error.
  const goBack = (): void => void undo().catch(() => undefined);
  useKeys({ ArrowLeft: go('left'), ArrowRight: go('right'), ArrowDown: go('down'), Backspace: goBack });
  const undoButton = (
    <Button look="quiet" disabled={last === null} onClick={goBack}>
      <UndoIcon />
      Undo
    </Button>
  );

  return (
    <div className="stack">
      {top === undefined ? (
        <NoMore deck={deck}>{undoButton}</NoMore>
      ) : (
        <>
          <div className="pile deck-pile">
            {rest.slice(0, cardsAhead).map((brief) => (
              <div key={brief.profileId} className="pile-under" aria-hidden="true">
                <DeckFace brief={brief} />
              </div>
            ))}
            <SwipeCard key={top.profileId} ref={card} words={words} onSwipe={(direction) => swipe(top, direction)}>
              <DeckFace brief={top} isUpper />
            </SwipeCard>
          </div>
          <div className="pile-ways deck-ways">
            <Button onClick={go('left')}>
              <CloseIcon />
              {words.left}
            </Button>
            <Button onClick={go('down')}>
              <SkipIcon />
              {words.down}
            </Button>
            <Button look="main" onClick={go('right')}>
              <HeartIcon />
              {words.right}
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
          `${answerWords[last.answer]} ${nameOf(last.brief)}. ${top === undefined ? end : `Next: ${titleOf(top)}.`}`}
        {undone !== null && `Undone: ${titleOf(undone)}.`}
      </p>
    </div>
  );
}

function NoMore({ deck, children }: { readonly deck: DeckState; readonly children: ReactNode }) {
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
    <EmptyState icon={CheckIcon} text={end}>
      <Button look={hasSkipped ? 'main' : 'plain'} onClick={startOver}>
        {hasSkipped ? 'Show skipped ones again' : 'Look again'}
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
