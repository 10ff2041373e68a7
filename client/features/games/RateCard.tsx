// A picture of the Rating Game, rated by swipe, button or key.
import { useRef } from 'react';
import type { RatedPicture } from '#shared/contract/games.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { ConnectionLost } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { say } from '#client/ui/header-messages.ts';
import { CloseIcon, HeartIcon } from '#client/ui/icons.tsx';
import { SwipeCard, type SwipeAway, type SwipeHandle } from '#client/ui/SwipeCard.tsx';
import { useKeys } from '#client/ui/use-keys.ts';
import { useRateNow } from './games.queries.ts';

export interface RateCardProps {
  readonly picture: RatedPicture;
  /** The next one of the pile. */
  readonly under: RatedPicture | undefined;
  /** False if it was skipped or is not in the game any more. */
  readonly onRated: (isRated: boolean) => void;
}

const words = { left: 'Dislike', down: 'Skip', right: 'Like' } as const satisfies Record<SwipeAway, string>;
const likeTypes = { left: 'DISLIKE', right: 'LIKE' } as const;
export const pictureSizes = '(min-width: 560px) 420px, 90vw';
const failedNoticeMs = 6_000;

export function RateCard({ picture, under, onRated }: RateCardProps) {
  const { profilePicId, profilePicProfileId, placeholder } = picture;
  const card = useRef<SwipeHandle>(null);
  const rating = useRateNow();
  const swipe = (direction: SwipeAway) => () => card.current?.swipe(direction);
  useKeys({ ArrowLeft: swipe('left'), ArrowRight: swipe('right'), ArrowDown: swipe('down') });

  const rate = async (direction: SwipeAway): Promise<void> => {
    if (direction === 'down') return onRated(false);
    try {
      await rating.mutateAsync({ profilePicId, profilePicProfileId, likeType: likeTypes[direction] });
    } catch (error) {
      const isOffline = error instanceof ConnectionLost;
      say(
        isOffline ? 'You are offline. The game goes on when you are back online.' : 'That picture is not in the game any more.',
        'notice',
        failedNoticeMs,
      );
      if (isOffline) throw error;
      return onRated(false);
    }
    onRated(true);
  };

  return (
    <div className="stack">
      <div className="pile rating-pile">
        {under !== undefined && (
          <div className="pile-under" aria-hidden="true">
            <ProfilePicture id={under.profilePicId} name="" sizes={pictureSizes} placeholder={under.placeholder} isFirst />
          </div>
        )}
        <SwipeCard ref={card} labels={words} onSwipe={rate}>
          <ProfilePicture id={profilePicId} name="A picture to rate" sizes={pictureSizes} placeholder={placeholder} isFirst />
        </SwipeCard>
      </div>
      <div className="pile-buttons">
        <Button onClick={swipe('left')}>
          <CloseIcon />
          {words.left}
        </Button>
        <Button onClick={swipe('down')}>{words.down}</Button>
        <Button look="main" onClick={swipe('right')}>
          <HeartIcon />
          {words.right}
        </Button>
      </div>
    </div>
  );
}
