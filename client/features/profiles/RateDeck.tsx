// A pile of pictures to rate by swipe, button or key.
import { t } from '#client/device/texts.ts';
import { locale } from '#client/device/locale.ts';
import { Suspense, useState, type ReactNode } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { likeOfSwipe } from '#shared/rules/likes.ts';
import { shownName } from '#shared/rules/letters.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { useRatePic } from '#client/features/likes/pic-likes.queries.ts';
import { RefusedPicLikes } from '#client/features/likes/RefusedPicLikes.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { say } from '#client/ui/header-messages.ts';
import { BackIcon, CheckIcon } from '#client/ui/icons.tsx';
import { keptState } from '#client/ui/kept-state.ts';
import type { SwipeAway } from '#client/ui/SwipeCard.tsx';
import { answerTexts, CardUnder, SwipePile } from '#client/ui/SwipePile.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { pictureNumber } from './picture-number.ts';
import '#client/ui/split.css';
import './rate-deck.css';

const ProfileDetails = lazyPart(() => import('./ProfileDetails.tsx'), 'ProfileDetails');

export interface RateDeckProps {
  readonly profile: Profile;
  /** In the order of the pile. */
  readonly pictureIds: readonly string[];
  /** A link shown below each picture, and at the end of the pile. */
  readonly children: ReactNode;
}

/** Announced to screen readers with the next picture. In English. */
const placedTexts = {
  moved: 'Picture {number} of {count}',
  left: 'Disliked. Picture {number} of {count}.',
  down: 'Skipped. Picture {number} of {count}.',
  right: 'Liked. Picture {number} of {count}.',
} as const satisfies Record<SwipeAway | 'moved', string>;
const sizes = '(min-width: 560px) 420px, 90vw';
const failedNoticeMs = 6_000;

const useIndex = keptState(0);

export function RateDeck({ profile, pictureIds, children }: RateDeckProps) {
  const name = shownName(profile.profilename);
  // The pile stays the same, even if the profile changes.
  const [pile] = useState(pictureIds);
  const [index, setIndex] = useIndex();
  /** How the member came to the picture, or null for the first one. */
  const [step, setStep] = useState<SwipeAway | 'moved' | null>(null);
  const rate = useRatePic(profile.id);
  const [current, next] = [pile[index], pile[index + 1]];
  const place = pictureNumber(index, pile.length);

  const saveRating = async (pictureId: string, direction: SwipeAway): Promise<void> => {
    const likeType = likeOfSwipe(direction);
    if (likeType === 'ERROR') throw new Error('No answer belongs to this swipe.');
    try {
      await rate(pictureId, likeType);
    } catch (error) {
      say(t('That couldn’t be saved. Please try again.'), 'error', failedNoticeMs);
      throw error;
    }
    setStep(direction);
    setIndex(index + 1);
  };
  const goTo = (next: number): void => {
    setStep('moved');
    setIndex(next);
  };

  return (
    <div className="split split-pile rate">
      <div className="stack pile-stack split-stage">
        {current === undefined ? (
          <Spoken>
            <EmptyState icon={CheckIcon} text={t("You've reached the end!")}>
              <div className="row">
                <Button onClick={() => goTo(0)}>{t('Start over')}</Button>
                {children}
              </div>
            </EmptyState>
          </Spoken>
        ) : (
          <SwipePile
            cardKey={current}
            under={
              next !== undefined && (
                <CardUnder key={next}>
                  <ProfilePicture id={next} name="" sizes={sizes} of={profile} isFirst />
                </CardUnder>
              )
            }
            onSwipe={(direction) => saveRating(current, direction)}
          >
            <div className="rate-face">
              <ProfilePicture
                id={current}
                name={name}
                alt={t('{name}, picture {number} of {count}', { name, ...place })}
                sizes={sizes}
                of={profile}
                isFirst
              />
              {/* Screen readers get the same from the alternative text of the picture. */}
              <p className="rate-text" aria-hidden="true">
                <b>{t('{name}, {age}', { name, age: numberText(profile.age, locale()) })}</b>
                <span>{t('{number} of {count}', place)}</span>
              </p>
            </div>
          </SwipePile>
        )}
        {current !== undefined && (
          <div className="row rate-ways">
            <Button look="quiet" isOff={index === 0} onClick={() => goTo(index - 1)}>
              <BackIcon />
              {t('Previous picture')}
            </Button>
            {children}
          </div>
        )}
        <p className="visually-hidden" role="status">
          {step !== null && (current === undefined && step !== 'moved' ? t(answerTexts[step]) : t(placedTexts[step], place))}
        </p>
        <RefusedPicLikes />
      </div>
      {current !== undefined && (
        <section className="split-panel rate-panel" aria-labelledby="rate-about">
          <h2 id="rate-about">{t('About {name}', { name: profile.profilename })}</h2>
          <Suspense>
            <ProfileDetails profile={profile} />
          </Suspense>
          {profile.description + profile.characteristics.join('') === '' && <p className="soft">{t('Nothing yet.')}</p>}
        </section>
      )}
    </div>
  );
}
