// Home of a member: a card for each screen, and the quick settings.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { screenRoutes } from '#shared/rules/routes.ts';
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

const rooms: readonly HomeCard[] = [
  { path: '/search/map', title: 'Map', text: 'Who is around, and where' },
  { path: '/search/tile', title: 'Tiles', text: 'Pictures, nearest first' },
  { path: '/search/swype', title: 'Swipe', text: 'One at a time' },
  { path: '/search/profile', title: 'Details', text: 'Read, filter, compare' },
  { path: '/chat/personal', title: 'Chats', text: 'Your conversations' },
  { path: '/chat/broadcast', title: 'Broadcast', text: 'What your area is saying' },
  { path: '/games', title: 'Games', text: 'Play with the community' },
  { path: '/likes/profilelikedyou', title: 'Liked You', text: 'Who has an eye on you' },
  { path: '/profileEdit', title: 'Your Profile', text: 'Words and pictures' },
  { path: '/settings', title: 'Settings', text: 'Account and devices' },
];

const isOpen = ({ path }: HomeCard): boolean => screenRoutes.some((route) => route.path === path);

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
      <ul className="rooms">
        {rooms.filter(isOpen).map((room) => (
          <li key={room.path}>
            <RoomCard room={room} />
          </li>
        ))}
      </ul>
      <QuickSettings />
    </div>
  );
}

function RoomCard({ room: { path, title, text } }: { readonly room: HomeCard }) {
  return (
    <Link to={path} className="card room">
      <span className="room-icon">
        <ScreenIcon path={path} />
      </span>
      <span className="room-title">{title}</span>
      <span className="soft small">{text}</span>
    </Link>
  );
}
