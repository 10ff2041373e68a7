// A pile of cards. The top one is swiped by touch, mouse, buttons or arrow keys.
import { t } from '#client/device/texts.ts';
import { useRef, type Key, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { CloseIcon, HeartIcon, icon } from './icons.tsx';
import { Skeleton } from './Skeleton.tsx';
import { SwipeCard, type SwipeAway, type SwipeHandle } from './SwipeCard.tsx';
import { useKeys } from './use-keys.ts';
import './card-pile.css';
import './sides-fixed.css';

export interface SwipePileProps {
  /** Identifies the top card. Another key means a new card. */
  readonly cardKey: Key;
  readonly className?: string;
  /** The next cards, each in a `CardUnder`. */
  readonly under: ReactNode;
  /** Called when the card is out of sight. If the promise rejects, the card springs back. */
  readonly onSwipe: (direction: SwipeAway) => Promise<unknown>;
  /** The content of the top card. */
  readonly children: ReactNode;
}

/** In English. */
const labels = { left: 'Dislike', down: 'Skip', right: 'Like' } as const satisfies Record<SwipeAway, string>;
/** Said after a swipe, in English. */
export const answerTexts = { left: 'Disliked.', down: 'Skipped.', right: 'Liked.' } as const satisfies Record<SwipeAway, string>;
const SkipIcon = icon('M12 5v13M6.5 13 12 18.5 17.5 13');

export function SwipePile({ cardKey, className = '', under, onSwipe, children }: SwipePileProps) {
  const card = useRef<SwipeHandle>(null);
  const swipe = (direction: SwipeAway) => () => card.current?.swipe(direction);
  useKeys({ ArrowLeft: swipe('left'), ArrowRight: swipe('right'), ArrowDown: swipe('down') });
  return (
    <>
      <div className={`pile ${className}`}>
        {under}
        <SwipeCard
          key={cardKey}
          ref={card}
          labels={{ left: t(labels.left), down: t(labels.down), right: t(labels.right) }}
          onSwipe={onSwipe}
        >
          {children}
        </SwipeCard>
      </div>
      <div className="pile-buttons sides-fixed">
        <Button onClick={swipe('left')}>
          <CloseIcon />
          {t(labels.left)}
        </Button>
        <Button className="pile-skip" onClick={swipe('down')}>
          <SkipIcon />
          {t(labels.down)}
        </Button>
        <Button look="main" onClick={swipe('right')}>
          <HeartIcon />
          {t(labels.right)}
        </Button>
      </div>
    </>
  );
}

/** A pile that is loading, with its buttons. */
export const PileSkeleton = ({ className = '' }: { readonly className?: string }) => (
  <>
    <div className={`pile ${className}`}>
      <Skeleton shape="picture" />
    </div>
    <div className="pile-buttons">
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  </>
);

/** A card below the top one. Its picture is loaded in advance. */
export const CardUnder = ({ children }: { readonly children: ReactNode }) => (
  <div className="pile-under" aria-hidden="true">
    {children}
  </div>
);

/** Lets screen readers say the answer to the previous card once, when the next card comes. */
export const SpokenAnswer = ({ answer, next }: { readonly answer: SwipeAway | null; readonly next: Key }) => (
  <p className="visually-hidden" role="status">
    {answer !== null && <span key={next}>{t(answerTexts[answer])}</span>}
  </p>
);
