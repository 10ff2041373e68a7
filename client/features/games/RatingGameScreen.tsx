// /games/ratinggame: rate pictures by swipe, and guess what most say of those that enough others rated.
import { useState } from 'react';
import type { RatedPicture } from '#shared/contract/games.ts';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { FlameIcon } from './game-icons.ts';
import { GameHead } from './GameHead.tsx';
import { fetchRatingPictures } from './games.queries.ts';
import { GuessCard } from './GuessCard.tsx';
import { RateCard } from './RateCard.tsx';
import { PictureRound } from './PictureRound.tsx';
import '#client/ui/card-pile.css';
import './rating-game.css';

export function RatingGameScreen() {
  return (
    <Page title="The Rating Game" width="narrow" hasBack>
      <GameHead game="ratinggame" rule="Swipe, then guess what most say.">
        <p>
          Right is a like, left a dislike, down skips. A like is shown to the member like any other; nobody hears about a dislike.
        </p>
        <p>
          When at least five others rated a picture, you guess: do most like it, or do opinions differ? Right is a point. The
          number of ratings is never shown.
        </p>
      </GameHead>
      <PictureRound
        fetchRound={fetchRatingPictures}
        placeholder={
          <div className="pile rating-pile" aria-busy="true">
            <Skeleton shape="picture" />
          </div>
        }
        icon={FlameIcon}
        emptyText="There is no picture to rate for now."
      >
        {(picture, next, following) => (
          <RateThenGuess key={picture.profilePicId} picture={picture} under={following} onNext={next} />
        )}
      </PictureRound>
    </Page>
  );
}

interface RateThenGuessProps {
  readonly picture: RatedPicture;
  readonly under: RatedPicture | undefined;
  readonly onNext: () => void;
}

function RateThenGuess({ picture, under, onNext }: RateThenGuessProps) {
  const [isGuessing, setGuessing] = useState(false);
  return isGuessing ? (
    <GuessCard picture={picture} onNext={onNext} />
  ) : (
    <RateCard
      picture={picture}
      under={under}
      onRated={(isRated) => (isRated && picture.hasCrowd ? setGuessing(true) : onNext())}
    />
  );
}
