// A member's Home: people, a card for each main screen, and quick settings. New members see the first steps instead.
import { t, type PlainText } from '#client/device/texts.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { shownName } from '#shared/rules/letters.ts';
import { ScreenIcon } from '#client/ui/ScreenIcon.tsx';
import { LoadingText, PageSkeleton, SkeletonList } from '#client/ui/Skeleton.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { InstallCard } from '#client/features/install/InstallCard.tsx';
import { useOwnProfile } from '#client/people/profiles.queries.ts';
import { DevelopmentBanner } from '#client/ui/DevelopmentBanner.tsx';
import { wholeIfCut } from '#client/people/whole-name.ts';
import { isFirstStep } from './first-steps.ts';
import { QuickSettings } from './QuickSettings.tsx';
import '#client/people/near-tiles.css';
import './member-home.css';

const FirstSteps = lazyPart(() => import('./FirstSteps.tsx'), 'FirstSteps');
const HomePeople = lazyPart(() => import('./HomePeople.tsx'), 'HomePeople');

interface HomeCard {
  readonly path: string;
  /** Both texts are English. */
  readonly title: PlainText;
  readonly text: PlainText;
}

const cards: readonly HomeCard[] = [
  { path: '/search/map', title: 'Map', text: 'See who is around' },
  { path: '/search/tile', title: 'Tiles', text: 'Pictures, nearest first' },
  { path: '/search/swype', title: 'Swipe', text: 'One at a time' },
  { path: '/search/profile', title: 'Details', text: 'Read, filter, compare' },
  { path: '/chat/personal', title: 'Chats', text: 'Your conversations' },
  { path: '/chat/broadcast', title: 'Broadcast', text: 'What your area is saying' },
  { path: '/games', title: 'Games', text: 'Play with the community' },
  { path: '/likes/profilelikedyou', title: 'Liked You', text: 'See who likes you' },
  { path: '/profileEdit', title: 'Your Profile', text: 'Your text and pictures' },
  { path: '/settings', title: 'Settings', text: 'Account and devices' },
];

export function MemberHome() {
  const { profile, isLoading } = useOwnProfile();
  const { hash } = useLocation();
  // Only the profile shows whether the member is new. While offline, Home does not wait for it.
  const isWaiting = profile === undefined && isLoading;
  if (profile !== undefined && (profile.profilename === '' || isFirstStep(hash)))
    return (
      <Suspense fallback={<PageSkeleton />}>
        <FirstSteps profile={profile} />
      </Suspense>
    );
  return (
    <div className="page home" aria-busy={isWaiting || undefined}>
      <h1 title={wholeIfCut(profile?.profilename)}>
        {profile ? t('Hello, {name}', { name: shownName(profile.profilename) }) : t('Hello')}
      </h1>
      {isWaiting ? <HomeSkeleton /> : <HomeContent />}
    </div>
  );
}

function HomeContent() {
  return (
    <>
      <Suspense fallback={<PeopleSkeleton />}>
        <HomePeople />
      </Suspense>
      <ul className="home-cards">
        {cards.map(({ path, title, text }) => (
          <li key={path}>
            <Link to={path} className="home-card">
              <span className="home-card-icon">
                <ScreenIcon path={path} />
              </span>
              <span className="home-card-title">{t(title)}</span>
              <span className="soft small">{t(text)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <InstallCard />
      <DevelopmentBanner />
      <QuickSettings />
    </>
  );
}

function HomeSkeleton() {
  return (
    <>
      <LoadingText />
      <PeopleSkeleton />
      <span className="skeleton home-cards-skeleton" aria-hidden="true" />
    </>
  );
}

const PeopleSkeleton = () => (
  <div className="home-people" aria-hidden="true">
    <SkeletonList count={8} shape="picture" className="near-tiles" />
    <span className="skeleton home-skeleton" />
    <span className="skeleton home-skeleton" />
  </div>
);
