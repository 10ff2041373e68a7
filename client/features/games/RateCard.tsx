// A picture of the Rating Game, to be rated by swipe, button or key.
import { t } from '#client/device/texts.ts';
import { useState } from 'react';
import type { PictureToRate } from '#shared/contract/games.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { say } from '#client/ui/header-messages.ts';
import type { SwipeAway } from '#client/ui/SwipeCard.tsx';
import { CardUnder, SpokenAnswer, SwipePile } from '#client/ui/SwipePile.tsx';
import { focusNow } from '#client/ui/focus-now.ts';
import { useRatePicture } from './games.queries.ts';
import { pictureGoneText } from './PictureBatches.tsx';
import { againText, hasLeftGame } from './turn-failure.ts';

export interface RateCardProps {
  readonly picture: PictureToRate;
  readonly nextPicture: PictureToRate | undefined;
  /** False if the picture was skipped or is no longer in the game. */
  readonly onRated: (isRated: boolean) => void;
  /** If true when the first card appears, the card gets the focus. Later the pressed button keeps the focus. */
  readonly movesFocus: boolean;
}

const likeTypes = { left: 'DISLIKE', right: 'LIKE' } as const;
export const pictureSizes = '(min-width: 560px) 420px, 90vw';
const failedNoticeMs = 6_000;

export function RateCard({ picture, nextPicture, onRated, movesFocus }: RateCardProps) {
  const { profilePicId, profilePicProfileId, placeholder } = picture;
  const rating = useRatePicture();
  const [ref] = useState(() => (movesFocus ? focusNow : null));
  const [last, setLast] = useState<SwipeAway | null>(null);

  const rate = async (direction: SwipeAway): Promise<void> => {
    const isRated = direction !== 'down';
    try {
      if (isRated) await rating.mutateAsync({ profilePicId, profilePicProfileId, likeType: likeTypes[direction] });
    } catch (error) {
      const hasLeft = hasLeftGame(error);
      const offlineText = t('You’re offline. The game continues when you’re back online.');
      say(hasLeft ? t(pictureGoneText) : againText(error, offlineText), 'notice', failedNoticeMs);
      if (!hasLeft) throw error;
      return onRated(false);
    }
    setLast(direction);
    onRated(isRated);
  };

  return (
    <div className="stack pile-stack rating-stack" tabIndex={-1} ref={ref}>
      <SwipePile
        cardKey={profilePicId}
        under={
          nextPicture !== undefined && (
            <CardUnder>
              <ProfilePicture
                id={nextPicture.profilePicId}
                name=""
                sizes={pictureSizes}
                placeholder={nextPicture.placeholder}
                isFirst
              />
            </CardUnder>
          )
        }
        onSwipe={rate}
      >
        <ProfilePicture
          id={profilePicId}
          name=""
          alt={t('A picture to rate')}
          sizes={pictureSizes}
          placeholder={placeholder}
          isFirst
        />
      </SwipePile>
      <SpokenAnswer answer={last} next={profilePicId} />
    </div>
  );
}
