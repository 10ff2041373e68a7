// A member's home: a card for each screen, and the quick settings.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { ScreenIcon } from '#client/ui/ScreenIcon.tsx';
import { InstallCard } from '#client/features/install/InstallCard.tsx';
import { profileQuery } from '#client/people/profiles.queries.ts';
import { DevelopmentBanner } from '#client/ui/DevelopmentBanner.tsx';
import { QuickSettings } from './QuickSettings.tsx';
import './member-home.css';

interface HomeCard {
  readonly path: string;
  readonly title: string;
  readonly text: string;
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
  const { data: profile } = useQuery(profileQuery(useOwnProfileId()));
  const isUnnamed = profile !== undefined && profile.profilename === '';
  return (
    <div className="page home">
      <DevelopmentBanner />
      <h1>{profile && !isUnnamed ? `Hello, ${profile.profilename}` : 'Hello'}</h1>
      {isUnnamed && (
        <Notice tone="warning" isStatic>
          <div className="row row-apart">
            <span>Your profile has no name yet, so nobody can find you.</span>
            <Link to="/profileEdit" className={buttonClass({ look: 'main' })}>
              Choose a name
            </Link>
          </div>
        </Notice>
      )}
      <InstallCard />
      <ul className="home-cards">
        {cards.map(({ path, title, text }) => (
          <li key={path}>
            <Link to={path} className="card home-card">
              <span className="home-card-icon">
                <ScreenIcon path={path} />
              </span>
              <span className="home-card-title">{title}</span>
              <span className="soft small">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
      <QuickSettings />
    </div>
  );
}
