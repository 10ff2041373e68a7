// A pile of pictures, rated one by one by swipe, button or key.
import { useRef, useState, type ReactNode } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { likeOfSwipe } from '#shared/rules/likes.ts';
import { shownName } from '#shared/rules/text.ts';
import { useRatePic } from '#client/features/likes/pic-likes.queries.ts';
import { RefusedPicLikes } from '#client/features/likes/RefusedPicLikes.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { say } from '#client/ui/header-messages.ts';
import { CheckIcon, CloseIcon, HeartIcon } from '#client/ui/icons.tsx';
import { SwipeCard, type SwipeAway, type SwipeHandle } from '#client/ui/SwipeCard.tsx';
import { useKeys } from '#client/ui/use-keys.ts';
import { SkipIcon } from './picture-icons.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import '#client/ui/card-pile.css';
import './rate-deck.css';

export interface RateDeckProps {
  readonly profile: Profile;
  /** Starting with the first one to rate. */
  readonly pictureIds: readonly string[];
  /** A link shown at the end of the pile. */
  readonly children: ReactNode;
}

const words = { left: 'Dislike', down: 'Skip', right: 'Like' } as const satisfies Record<SwipeAway, string>;
const answerWords = { left: 'Disliked', down: 'Skipped', right: 'Liked' } as const satisfies Record<SwipeAway, string>;
const sizes = '(min-width: 560px) 420px, 90vw';
const failedNoticeMs = 6_000;

export function RateDeck({ profile, pictureIds, children }: RateDeckProps) {
  const name = shownName(profile.profilename);
  // The pile stays as it is, even if the profile changes meanwhile.
  const [pile] = useState(pictureIds);
  const [index, setIndex] = useState(0);
  const [last, setLast] = useState<SwipeAway | null>(null);
  const card = useRef<SwipeHandle>(null);
  const rate = useRatePic(profile.id);
  const [current, next] = [pile[index], pile[index + 1]];
  const swipe = (direction: SwipeAway) => () => card.current?.swipe(direction);
  useKeys({ ArrowLeft: swipe('left'), ArrowRight: swipe('right'), ArrowDown: swipe('down') });

  const keep = async (pictureId: string, direction: SwipeAway): Promise<void> => {
    const likeType = likeOfSwipe(direction);
    if (likeType === 'ERROR') throw new Error('That swipe is no answer.');
    try {
      await rate(pictureId, likeType);
    } catch (error) {
      say('That could not be saved. Please try again.', 'error', failedNoticeMs);
      throw error;
    }
    setLast(direction);
    setIndex(index + 1);
  };
  const goTo = (place: number): void => {
    setLast(null);
    setIndex(place);
  };

  return (
    <div className="stack">
      {current === undefined ? (
        <EmptyState icon={CheckIcon} text="You've reached the end!">
          <div className="row">
            <Button onClick={() => goTo(0)}>Once more</Button>
            {children}
          </div>
        </EmptyState>
      ) : (
        <>
          <div className="pile rate-pile">
            {next !== undefined && (
              <div className="pile-under" aria-hidden="true" key={next}>
                <ProfilePicture id={next} name="" sizes={sizes} of={profile} isFirst />
              </div>
            )}
            <SwipeCard key={current} ref={card} words={words} onSwipe={(direction) => keep(current, direction)}>
              <ProfilePicture
                id={current}
                name={`${name}, picture ${index + 1} of ${pile.length}`}
                sizes={sizes}
                of={profile}
                isFirst
              />
            </SwipeCard>
          </div>
          <div className="pile-ways">
            <Button onClick={swipe('left')}>
              <CloseIcon />
              {words.left}
            </Button>
            <Button onClick={swipe('down')}>
              <SkipIcon />
              {words.down}
            </Button>
            <Button look="main" onClick={swipe('right')}>
              <HeartIcon />
              {words.right}
            </Button>
          </div>
          <div className="row row-apart">
            <Button look="quiet" disabled={index === 0} onClick={() => goTo(index - 1)}>
              Previous picture
            </Button>
            <span className="soft">
              {index + 1} of {pile.length}
            </span>
          </div>
        </>
      )}
      <p className="visually-hidden" role="status">
        {last !== null && `${answerWords[last]}. ${current === undefined ? '' : `Picture ${index + 1} of ${pile.length}.`}`}
      </p>
      <RefusedPicLikes />
    </div>
  );
}
