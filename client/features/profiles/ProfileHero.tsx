// The pictures at the top of a profile, one at a time. A swipe changes them, or buttons where there is a mouse.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { forward } from '#client/device/language.ts';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { OfflineMark } from '#client/people/OfflineMark.tsx';
import { Button } from '#client/ui/Button.tsx';
import { faceTransitionFrom, faceTransitionTo } from '#client/ui/face-transition.ts';
import { BackIcon, ForwardIcon, PersonIcon } from '#client/ui/icons.tsx';
import { useGoBack } from '#client/ui/use-go-back.ts';
import { pictureNumber } from './picture-number.ts';
import '#client/ui/letter-card.css';
import './profile-hero.css';

const sizes = '(min-width: 900px) 520px, 100vw';
/** For more pictures, the number is shown instead of dots. */
const maxDots = 12;

export interface ProfileHeroProps {
  readonly profile: Profile;
  /** Shown below the picture. */
  readonly children?: ReactNode;
}

export function ProfileHero({ profile, children }: ProfileHeroProps) {
  const ids = profile.profilePicIds;
  const pages = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const index = Math.min(shown, Math.max(0, ids.length - 1));
  const transition = useMemo(() => faceTransitionTo(profile.id), [profile.id]);
  const turn = (by: number): void =>
    pages.current?.scrollBy({ left: by * forward() * pages.current.clientWidth, behavior: 'smooth' });
  return (
    <div className={ids.length === 0 ? 'portrait portrait-letter letter-card' : 'portrait'}>
      <div className="portrait-stage">
        <div
          ref={pages}
          className="portrait-pages"
          onKeyDown={moveBetweenPages}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(Math.abs(scrollLeft) / clientWidth))}
        >
          {ids.length === 0 ? (
            <span ref={transition} className="portrait-page">
              {profile.profilename === '' ? (
                <span className="picture portrait-nobody">
                  <PersonIcon />
                </span>
              ) : (
                <ProfilePicture id={null} name={profile.profilename} profileId={profile.id} sizes={sizes} />
              )}
            </span>
          ) : (
            ids.map((id, page) => (
              <Link
                key={id}
                ref={page === 0 ? transition : undefined}
                to="/profilePicCarousel"
                search={{ profileId: profile.id, id, ids: ids.join(',') }}
                className="portrait-page"
                onClick={faceTransitionFrom(id)}
                aria-label={
                  ids.length === 1
                    ? t('Picture {number} of {count}: larger', pictureNumber(0, 1))
                    : t('Picture {number}, full screen', pictureNumber(page, ids.length))
                }
              >
                <ProfilePicture id={id} name={profile.profilename} sizes={sizes} of={profile} isFirst={page === 0} />
              </Link>
            ))
          )}
        </div>
        <BackOnPicture />
        <OfflineMark />
        {ids.length > 1 && (
          <>
            <Position index={index} count={ids.length} />
            <Button look="round" className="on-picture portrait-turn portrait-prev" isOff={index === 0} onClick={() => turn(-1)}>
              <BackIcon />
              <span className="visually-hidden">{t('Previous picture')}</span>
            </Button>
            <Button
              look="round"
              className="on-picture portrait-turn portrait-next"
              isOff={index === ids.length - 1}
              onClick={() => turn(1)}
            >
              <ForwardIcon />
              <span className="visually-hidden">{t('Next picture')}</span>
            </Button>
          </>
        )}
      </div>
      {children}
    </div>
  );
}

/** The picture with the focus is the one that is shown, so that Enter opens it. */
function moveBetweenPages(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? forward() : event.key === 'ArrowLeft' ? -forward() : 0;
  if (step === 0 || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
  const next = step > 0 ? event.target.nextElementSibling : event.target.previousElementSibling;
  event.preventDefault();
  if (next instanceof HTMLElement) next.focus();
}

export function BackOnPicture() {
  const goBack = useGoBack({ to: '/' });
  return (
    <Button look="round" className="on-picture portrait-back" onClick={goBack} aria-label={t('Back')}>
      <BackIcon />
    </Button>
  );
}

/** Hidden from screen readers, because the names of the pictures contain the position. */
const Position = ({ index, count }: { readonly index: number; readonly count: number }) => (
  <span className="portrait-position" aria-hidden="true">
    {count > maxDots
      ? `${numberText(index + 1, locale())} / ${numberText(count, locale())}`
      : Array.from({ length: count }, (_, page) => (
          <span key={page} className={page === index ? 'portrait-dot portrait-dot-current' : 'portrait-dot'} />
        ))}
  </span>
);
