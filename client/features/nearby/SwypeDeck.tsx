// Shows the pile of cards with its buttons, and a message when no card is left.
import { t } from '#client/device/texts.ts';
import { locale } from '#client/device/locale.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { numberText } from '#shared/formats/numbers.ts';
import type { StoredLikeType } from '#shared/rules/likes.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { FailedState } from '#client/ui/FailedState.tsx';
import { CheckIcon } from '#client/ui/icons.tsx';
import { CardUnder, SwipePile } from '#client/ui/SwipePile.tsx';
import { useKeys } from '#client/ui/use-keys.ts';
import { UndoIcon } from './deck-icons.ts';
import { DeckFace } from './DeckFace.tsx';
import type { DeckState } from './use-deck.ts';
import { chooseFilter, isFiltering, emptyFilter } from './list-filter.ts';
import type { Find } from './use-find.ts';
import './deck.css';

/** These texts are English. */
const answerTexts = {
  DISLIKE: 'Disliked {name}.',
  UNDETERMINED: 'Skipped {name}.',
  LIKE: 'Liked {name}.',
} as const satisfies Record<StoredLikeType, string>;
const endText = "You've reached the end!";
/** This many cards under the top card load their pictures in advance. */
const preloadedCards = 2;

export function SwypeDeck({ deck, find }: { readonly deck: DeckState; readonly find: Find }) {
  const { pile, last, undone, swipe, undo } = deck;
  const [top, ...rest] = pile;
  // The header shows the error.
  const undoSwipe = (): void => void undo().catch(() => undefined);
  useKeys({ Backspace: undoSwipe });
  const undoButton = (
    <Button look="quiet" isOff={last === null} onClick={undoSwipe}>
      <UndoIcon />
      {t('Undo')}
    </Button>
  );

  return (
    <div className="stack">
      {top === undefined ? (
        <EmptyPile deck={deck} find={find}>
          {undoButton}
        </EmptyPile>
      ) : (
        <>
          <SwipePile
            cardKey={top.profileId}
            className="deck-pile"
            under={rest.slice(0, preloadedCards).map((brief) => (
              <CardUnder key={brief.profileId}>
                <DeckFace brief={brief} centre={find.centre} />
              </CardUnder>
            ))}
            onSwipe={(direction) => swipe(top, direction)}
          >
            <DeckFace brief={top} centre={find.centre} isTop />
          </SwipePile>
          <div className="row deck-back">
            {undoButton}
            <Link to="/profile/$profileId" params={{ profileId: top.profileId }} className={buttonClass()}>
              {t('View Profile / Chat')}
            </Link>
          </div>
        </>
      )}
      <p className="visually-hidden" role="status">
        {last !== null &&
          `${t(answerTexts[last.answer], { name: last.brief.profileName })} ${top === undefined ? t(endText) : t('Next: {person}.', { person: titleOf(top) })}`}
        {undone !== null && t('Undone: {person}.', { person: titleOf(undone) })}
      </p>
    </div>
  );
}

interface EmptyPileProps {
  readonly deck: DeckState;
  readonly find: Find;
  readonly children: ReactNode;
}

function EmptyPile({ deck, find, children }: EmptyPileProps) {
  const { hasSkipped, isLast, startOver, retry } = deck;
  if (!isLast)
    return (
      <>
        <FailedState
          isOffline={deck.isLost}
          text={deck.isLost ? t('There may be more once you are online again.') : undefined}
          onRetry={retry}
        />
        <div className="row">{children}</div>
      </>
    );
  return (
    <EmptyState icon={CheckIcon} text={t(endText)}>
      <Button look={hasSkipped ? 'main' : 'plain'} onClick={startOver}>
        {hasSkipped ? t('Show skipped people again') : t('Look again')}
      </Button>
      {isFiltering(find.filter) ? (
        <Button onClick={() => chooseFilter(emptyFilter)}>{t('Clear all filters')}</Button>
      ) : (
        <Link to="/search/map" replace className={buttonClass()}>
          {t('Look further on the map')}
        </Link>
      )}
      {children}
    </EmptyState>
  );
}

const titleOf = ({ profileName, profileAge }: ProfileBrief): string =>
  t('{name}, {age}', { name: profileName, age: numberText(profileAge, locale()) });
