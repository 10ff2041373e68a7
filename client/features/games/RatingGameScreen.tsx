// /games/ratinggame: pictures to swipe, and after each that enough others rated: what do most say?
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
import { dealRatings } from './games.queries.ts';
import { GuessCard } from './GuessCard.tsx';
import { RateCard } from './RateCard.tsx';
import { useDealt } from './use-dealt.ts';
import '#client/ui/card-pile.css';
import './rating-game.css';

export function RatingGameScreen() {
  const { dealt, times, isDealing, error, deal } = useDealt(dealRatings);
  return (
    <Page title="The Rating Game" width="narrow" hasBack>
      <GameHead game="ratinggame" rule="Swipe, then guess what most say.">
        <p>
          Right is a like, left a dislike, down skips. A like is shown to the member like any other; a dislike is told to nobody.
        </p>
        <p>
          Where at least five others rated a picture, you guess: do most like it, or do opinions differ? Right is a point. How
          many they were is never shown.
        </p>
      </GameHead>
      {dealt === null ? (
        error === null || isDealing ? (
          <div className="pile rating-pile" aria-busy="true">
            <Skeleton shape="picture" />
          </div>
        ) : (
          <FailedState isOffline={error instanceof ConnectionLost} onRetry={deal} />
        )
      ) : (
        <Hand key={times} hand={dealt} onMore={deal} isLoading={isDealing} />
      )}
    </Page>
  );
}

interface HandProps {
  readonly hand: readonly RatedPicture[];
  readonly onMore: () => void;
  readonly isLoading: boolean;
}

function Hand({ hand, onMore, isLoading }: HandProps) {
  const [index, setIndex] = useState(0);
  const [isGuessing, setGuessing] = useState(false);
  const [current, under] = [hand[index], hand[index + 1]];
  const next = () => {
    setGuessing(false);
    setIndex(index + 1);
  };
  if (hand.length === 0)
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
