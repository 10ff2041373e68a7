// The Rating Game (/games/ratinggame): rate pictures by swipe, and guess what most members think of them.
import { t } from '#client/device/texts.ts';
import { useState } from 'react';
import type { PictureToRate } from '#shared/contract/games.ts';
import { NeedsProfile } from '#client/people/profile-gate.tsx';
import { BackButton } from '#client/ui/BackButton.tsx';
import { Page } from '#client/ui/Page.tsx';
import { PileSkeleton } from '#client/ui/SwipePile.tsx';
import { FlameIcon } from './game-icons.ts';
import { GameHeader } from './GameHeader.tsx';
import { fetchRatingPictures } from './games.queries.ts';
import { GuessCard } from './GuessCard.tsx';
import { PictureBatches } from './PictureBatches.tsx';
import { RateCard } from './RateCard.tsx';
import '#client/ui/card-pile.css';
import './rating-game.css';

export function RatingGameScreen() {
  return (
    <Page title={t('The Rating Game')} width="split" back={<BackButton />}>
      <div className="split rating">
        <GameHeader game="ratinggame" rule={t('Swipe, then guess what most members think. Likes are real.')}>
          <p>
            {t(
              'Swipe right to like, left to dislike, down to skip. The member sees your likes as usual; dislikes are never shown.',
            )}
          </p>
          <p>
            {t(
              'If at least five others have rated a picture, you guess: do most like it, or do opinions differ? A right guess scores a point. The number of ratings is never shown.',
            )}
          </p>
        </GameHeader>
        <div className="split-stage">
          <NeedsProfile>
            <PictureBatches
              fetchBatch={fetchRatingPictures}
              icon={FlameIcon}
              emptyText={t('There are no pictures to rate right now.')}
              skeleton={
                <div className="stack pile-stack rating-stack" aria-busy="true">
                  <PileSkeleton />
                </div>
              }
            >
              {(picture, nextPicture, onNext, movesFocus) => (
                <RatingTurn picture={picture} nextPicture={nextPicture} onNext={onNext} movesFocus={movesFocus} />
              )}
            </PictureBatches>
          </NeedsProfile>
        </div>
      </div>
    </Page>
  );
}

interface RatingTurnProps {
  readonly picture: PictureToRate;
  readonly nextPicture: PictureToRate | undefined;
  readonly onNext: () => void;
  readonly movesFocus: boolean;
}

/** Stays mounted from picture to picture, so that the pressed button keeps the focus. */
function RatingTurn({ picture, nextPicture, onNext, movesFocus }: RatingTurnProps) {
  const { profilePicId, hasCrowd } = picture;
  const [guessedId, setGuessedId] = useState('');
  if (guessedId === profilePicId) return <GuessCard picture={picture} onNext={onNext} />;
  const onRated = (isRated: boolean): void => (isRated && hasCrowd ? setGuessedId(profilePicId) : onNext());
  return <RateCard picture={picture} nextPicture={nextPicture} onRated={onRated} movesFocus={movesFocus} />;
}
