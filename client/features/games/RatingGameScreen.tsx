// /games/ratinggame: rate pictures by swipe, and guess what most say of those that enough others rated.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RatedPicture } from '#shared/contract/games.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState, FailedState } from '#client/ui/EmptyState.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { FlameIcon } from './game-icons.ts';
import { GameHead } from './GameHead.tsx';
import { fetchRatingPictures } from './games.queries.ts';
import { GuessCard } from './GuessCard.tsx';
import { RateCard } from './RateCard.tsx';
import { useRound } from './use-round.ts';
import '#client/ui/card-pile.css';
import './rating-game.css';

export function RatingGameScreen() {
  const { data, roundNumber, isLoading, error, next } = useRound(fetchRatingPictures);
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
      {data === null ? (
        error === null || isLoading ? (
          <div className="pile rating-pile" aria-busy="true">
            <Skeleton shape="picture" />
          </div>
        ) : (
          <FailedState isOffline={error instanceof ConnectionLost} onRetry={next} />
        )
      ) : (
        <Batch key={roundNumber} batch={data} onMore={next} isLoading={isLoading} />
      )}
    </Page>
  );
}

interface BatchProps {
  readonly batch: readonly RatedPicture[];
  readonly onMore: () => void;
  readonly isLoading: boolean;
}

function Batch({ batch, onMore, isLoading }: BatchProps) {
  const [index, setIndex] = useState(0);
  const [isGuessing, setGuessing] = useState(false);
  const [current, under] = [batch[index], batch[index + 1]];
  const next = () => {
    setGuessing(false);
    setIndex(index + 1);
  };
  if (batch.length === 0)
    return (
      <EmptyState icon={FlameIcon} text="There is no picture to rate for now.">
        <p>Only pictures of members who agreed are in this game.</p>
        <Link to="/settings" hash="games" className={buttonClass({ look: 'main' })}>
          Put yours in
        </Link>
      </EmptyState>
    );
  if (current === undefined)
    return (
      <EmptyState icon={FlameIcon} text="That was all of them.">
        <Button look="main" onClick={onMore} disabled={isLoading}>
          More pictures
        </Button>
      </EmptyState>
    );
  return isGuessing ? (
    <GuessCard key={current.profilePicId} picture={current} onNext={next} />
  ) : (
    <RateCard
      key={current.profilePicId}
      picture={current}
      under={under}
      onRated={(isRated) => (isRated && current.hasCrowd ? setGuessing(true) : next())}
    />
  );
}
