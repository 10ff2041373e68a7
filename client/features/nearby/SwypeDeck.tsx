// The pile of members and what can be done with its upper card; where no card is left, what comes then.
import { Link } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import { shownName } from '#shared/rules/text.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState, FailedState } from '#client/ui/EmptyState.tsx';
import { CheckIcon, CloseIcon, HeartIcon } from '#client/ui/icons.tsx';
import { SwipeCard, type SwipeAway, type SwipeHandle } from '#client/ui/SwipeCard.tsx';
import { useKeys } from '#client/ui/use-keys.ts';
import type { Answer } from './deck.ts';
import { SkipIcon, UndoIcon } from './deck-icons.ts';
import { DeckFace } from './DeckFace.tsx';
import type { Dealt } from './use-deck.ts';
import './deck.css';

const words = { left: 'Dislike', down: 'Skip', right: 'Like' } as const satisfies Record<SwipeAway, string>;
const said = { DISLIKE: 'Disliked', UNDETERMINED: 'Skipped', LIKE: 'Liked' } as const satisfies Record<Answer, string>;
const end = "You've reached the end!";
/** Whose pictures are loaded before it is their turn. */
const cardsAhead = 2;

export function SwypeDeck({ dealt }: { readonly dealt: Dealt }) {
  const { pile, last, takenBack, swipe, undo } = dealt;
  const card = useRef<SwipeHandle>(null);
  const [top, ...rest] = pile;
  const go = (direction: SwipeAway) => () => card.current?.swipe(direction);
  // The header says what went wrong.
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
        <NoMore dealt={dealt}>{undoButton}</NoMore>
      ) : (
        <>
          <div className="deck-pile">
            {rest.slice(0, cardsAhead).map((brief) => (
              <div key={brief.profileId} className="deck-under" aria-hidden="true">
                <DeckFace brief={brief} />
              </div>
            ))}
            <SwipeCard key={top.profileId} ref={card} words={words} onSwipe={(direction) => swipe(top, direction)}>
              <DeckFace brief={top} isUpper />
            </SwipeCard>
          </div>
          <div className="deck-ways">
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
        {last !== null && `${said[last.answer]} ${nameOf(last.brief)}. ${top === undefined ? end : `Next: ${titleOf(top)}.`}`}
        {takenBack !== null && `Taken back: ${titleOf(takenBack)}.`}
      </p>
    </div>
  );
}

function NoMore({ dealt, children }: { readonly dealt: Dealt; readonly children: ReactNode }) {
  const { hasSkipped, isLast, startOver, retry } = dealt;
  if (!isLast)
    return (
      <>
        <FailedState
          isOffline={dealt.isLost}
          text={dealt.isLost ? 'There may be more once you are online again.' : undefined}
          onRetry={retry}
        />
        <div className="row">{children}</div>
      </>
    );
  return (
    <EmptyState icon={CheckIcon} text={end}>
      <Button look={hasSkipped ? 'main' : 'plain'} onClick={startOver}>
        {hasSkipped ? 'Those you skipped, once more' : 'Look again'}
      </Button>
      <Link to="/search/map" className={buttonClass()}>
        Look further on the map
      </Link>
      {children}
    </EmptyState>
  );
}

const nameOf = ({ profileName }: ProfileBrief): string => shownName(profileName, limits.profileNameShown);
const titleOf = (brief: ProfileBrief): string => `${nameOf(brief)}, ${brief.profileAge}`;
