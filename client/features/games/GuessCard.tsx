// The second step of the Rating Game: the player guesses what most members think of the picture, and sees the result.
import { t } from '#client/device/texts.ts';
import type { PictureToRate, RatingResult } from '#shared/contract/games.ts';
import type { RatingOpinion } from '#shared/rules/games.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { useKeys } from '#client/ui/use-keys.ts';
import { focusNow } from '#client/ui/focus-now.ts';
import { useGuess } from './games.queries.ts';
import { pictureGoneText } from './PictureBatches.tsx';
import { pictureSizes } from './RateCard.tsx';
import { againText, hasLeftGame } from './turn-failure.ts';
import '#client/ui/sides-fixed.css';

export interface GuessCardProps {
  readonly picture: PictureToRate;
  readonly onNext: () => void;
}

/** In English. */
const captions = { differ: 'Opinions differ', most: 'Most like it' } as const satisfies Readonly<Record<RatingOpinion, string>>;

function resultText({ isRight, crowd }: RatingResult): string {
  if (isRight) return crowd === 'most' ? t('Right: most like it.') : t('Right: opinions differ.');
  return crowd === 'most' ? t('Not this time: most like it.') : t('Not this time: opinions differ.');
}

export function GuessCard({ picture: { profilePicId, placeholder }, onNext }: GuessCardProps) {
  const guessing = useGuess();
  const result = guessing.data;
  const guess = (answer: RatingOpinion) => () => {
    if (!guessing.isPending && result === undefined) guessing.mutate({ profilePicId, guess: answer });
  };
  useKeys({ ArrowLeft: guess('differ'), ArrowRight: guess('most') });
  const hasLeft = hasLeftGame(guessing.error);
  return (
    <div className="stack pile-stack rating-stack">
      <div className="pile rating-static">
        <ProfilePicture
          id={profilePicId}
          name=""
          alt={t('The picture you rated')}
          sizes={pictureSizes}
          placeholder={placeholder}
          isFirst
        />
      </div>
      <div aria-live="polite" className="game-result">
        {result !== undefined ? (
          <Notice tone={result.isRight ? 'success' : 'info'} isStatic>
            {resultText(result)}
          </Notice>
        ) : guessing.isError ? (
          <Notice tone="warning" isStatic>
            {hasLeft
              ? t(pictureGoneText)
              : againText(guessing.error, t('You’re offline. You can guess when you’re back online.'))}
          </Notice>
        ) : (
          <p className="rating-question" tabIndex={-1} ref={focusNow}>
            {t('What do most members think?')}
          </p>
        )}
      </div>
      {result !== undefined || hasLeft ? (
        <Button look="main" isWide autoFocus onClick={onNext}>
          {t('Next')}
        </Button>
      ) : (
        <div className="game-answers game-guess sides-fixed">
          {(['differ', 'most'] as const).map((answer) => (
            <Button key={answer} onClick={guess(answer)} disabled={guessing.isPending}>
              {t(captions[answer])}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
