// The second step of the Rating Game: the player guesses what most members think of the picture, and sees the result.
import type { PictureToRate } from '#shared/contract/games.ts';
import type { RatingOpinion } from '#shared/rules/games.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { ConnectionLost } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { useKeys } from '#client/ui/use-keys.ts';
import { useGuess } from './games.queries.ts';
import { pictureGoneText } from './PictureBatches.tsx';
import { pictureSizes } from './RateCard.tsx';

export interface GuessCardProps {
  readonly picture: PictureToRate;
  readonly onNext: () => void;
}

const captions: Readonly<Record<RatingOpinion, string>> = { differ: 'Opinions differ', most: 'Most like it' };
const results: Readonly<Record<RatingOpinion, string>> = { differ: 'opinions differ.', most: 'most like it.' };

export function GuessCard({ picture: { profilePicId, placeholder }, onNext }: GuessCardProps) {
  const guessing = useGuess();
  const result = guessing.data;
  const guess = (answer: RatingOpinion) => () => {
    if (!guessing.isPending && result === undefined) guessing.mutate({ profilePicId, guess: answer });
  };
  useKeys({ ArrowLeft: guess('differ'), ArrowRight: guess('most') });
  const isOffline = guessing.error instanceof ConnectionLost;
  return (
    <div className="stack">
      <div className="pile rating-pile rating-static">
        <ProfilePicture
          id={profilePicId}
          name=""
          alt="The picture you rated"
          sizes={pictureSizes}
          placeholder={placeholder}
          isFirst
        />
      </div>
      <div aria-live="polite" className="game-result">
        {result !== undefined ? (
          <Notice tone={result.isRight ? 'success' : 'info'} isStatic>
            {result.isRight ? 'Right: ' : 'Not this time: '}
            {results[result.crowd]}
          </Notice>
        ) : guessing.isError ? (
          <Notice tone="warning" isStatic>
            {isOffline ? 'You’re offline. You can guess when you’re back online.' : pictureGoneText}
          </Notice>
        ) : (
          <p className="rating-question">What do most members think?</p>
        )}
      </div>
      {result !== undefined || (guessing.isError && !isOffline) ? (
        <Button look="main" isWide autoFocus onClick={onNext}>
          Next
        </Button>
      ) : (
        <div className="game-answers">
          {(['differ', 'most'] as const).map((answer) => (
            <Button key={answer} onClick={guess(answer)} disabled={guessing.isPending}>
              {captions[answer]}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
