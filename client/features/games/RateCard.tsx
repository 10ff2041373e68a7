// A picture of the Rating Game, to be rated by swipe, button or key.
import { useRef } from 'react';
import type { RatedPicture } from '#shared/contract/games.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { ConnectionLost } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { say } from '#client/ui/header-messages.ts';
import { CloseIcon, HeartIcon } from '#client/ui/icons.tsx';
import { SwipeCard, type SwipeAway, type SwipeHandle } from '#client/ui/SwipeCard.tsx';
import { useKeys } from '#client/ui/use-keys.ts';
import { useRatePicture } from './games.queries.ts';
import { pictureGoneText } from './PictureBatches.tsx';

export interface RateCardProps {
  readonly picture: RatedPicture;
  readonly nextPicture: RatedPicture | undefined;
  /** False if the picture was skipped or is no longer in the game. */
  readonly onRated: (isRated: boolean) => void;
}

const labels = { left: 'Dislike', down: 'Skip', right: 'Like' } as const satisfies Record<SwipeAway, string>;
const likeTypes = { left: 'DISLIKE', right: 'LIKE' } as const;
export const pictureSizes = '(min-width: 560px) 420px, 90vw';
const failedNoticeMs = 6_000;

export function RateCard({ picture, nextPicture, onRated }: RateCardProps) {
  const { profilePicId, profilePicProfileId, placeholder } = picture;
  const card = useRef<SwipeHandle>(null);
  const rating = useRatePicture();
  const swipe = (direction: SwipeAway) => () => card.current?.swipe(direction);
  useKeys({ ArrowLeft: swipe('left'), ArrowRight: swipe('right'), ArrowDown: swipe('down') });

  const rate = async (direction: SwipeAway): Promise<void> => {
    if (direction === 'down') return onRated(false);
    try {
      await rating.mutateAsync({ profilePicId, profilePicProfileId, likeType: likeTypes[direction] });
    } catch (error) {
      const isOffline = error instanceof ConnectionLost;
      say(isOffline ? 'You’re offline. The game continues when you’re back online.' : pictureGoneText, 'notice', failedNoticeMs);
      if (isOffline) throw error;
      return onRated(false);
    }
    onRated(true);
  };

  return (
    <div className="stack">
      <div className="pile rating-pile">
        {nextPicture !== undefined && (
          <div className="pile-under" aria-hidden="true">
            <ProfilePicture
              id={nextPicture.profilePicId}
              name=""
              sizes={pictureSizes}
              placeholder={nextPicture.placeholder}
              isFirst
            />
          </div>
        )}
        <SwipeCard ref={card} labels={labels} onSwipe={rate}>
          <ProfilePicture id={profilePicId} name="A picture to rate" sizes={pictureSizes} placeholder={placeholder} isFirst />
        </SwipeCard>
      </div>
      <div className="pile-buttons">
        <Button onClick={swipe('left')}>
          <CloseIcon />
          {labels.left}
        </Button>
        <Button onClick={swipe('down')}>{labels.down}</Button>
        <Button look="main" onClick={swipe('right')}>
          <HeartIcon />
          {labels.right}
        </Button>
      </div>
    </div>
  );
}
