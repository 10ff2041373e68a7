// The main navigation: a bar at the bottom of phones, a rail on the left of wider windows.
import { Link, useLocation } from '@tanstack/react-router';
import { useSessionRecord } from '#client/device/session-record.ts';
import { Badge } from '#client/ui/Badge.tsx';
import { useBadges, type Badges } from '#client/ui/badges.ts';
import {
  ChatIcon,
  HeartIcon,
  HomeIcon,
  InfoIcon,
  LoginIcon,
  MapIcon,
  MenuIcon,
  RegisterIcon,
  TilesIcon,
  type IconComponent,
} from '#client/ui/frame-icons.tsx';

interface Way {
  readonly to: string;
  readonly text: string;
  readonly icon: IconComponent;
  /** The entry is marked on screens whose path starts with this prefix. */
  readonly under: string;
  readonly badge?: keyof Badges;
  readonly badgeLabel?: string;
  /** Rails have room for more than a phone's bar. */
  readonly isRailOnly?: true;
}

const home: Way = { to: '/', text: 'Home', icon: HomeIcon, under: '/', isRailOnly: true };
const memberWays: readonly Way[] = [
  home,
  { to: '/search/map', text: 'Map', icon: MapIcon, under: '/search/map' },
  { to: '/search/tile', text: 'Find', icon: TilesIcon, under: '/search/' },
  { to: '/chat/personal', text: 'Chats', icon: ChatIcon, under: '/chat', badge: 'chats', badgeLabel: 'unread messages' },
  { to: '/likes/profilelikedyou', text: 'Likes', icon: HeartIcon, under: '/likes', badge: 'likes', badgeLabel: 'new likes' },
];
const visitorWays: readonly Way[] = [
  home,
  { to: '/login', text: 'Log in', icon: LoginIcon, under: '/login', isRailOnly: true },
  { to: '/register', text: 'Register', icon: RegisterIcon, under: '/register', isRailOnly: true },
  { to: '/aboutus', text: 'About', icon: InfoIcon, under: '/aboutus', isRailOnly: true },
];

export function MainBar({ onMenu }: { readonly onMenu: () => void }) {
  const record = useSessionRecord();
  const { pathname } = useLocation();
  const badges = useBadges();
  const ways = record === null ? visitorWays : memberWays;
  const current = currentOf(ways, pathname);
  return (
    <nav className={record === null ? 'bar bar-visitor' : 'bar'} aria-label="Main">
      {ways.map((way) => (
        <BarLink key={way.to} way={way} isCurrent={way === current} count={way.badge ? badges[way.badge] : 0} />
      ))}
      <button type="button" className="bar-way" onClick={onMenu} aria-haspopup="dialog">
        <MenuIcon />
        More
      </button>
    </nav>
  );
}

function BarLink({ way, isCurrent, count }: { readonly way: Way; readonly isCurrent: boolean; readonly count: number }) {
  return (
    <Link
      to={way.to}
      className={way.isRailOnly ? 'bar-way only-wide' : 'bar-way'}
      data-current={isCurrent ? '' : undefined}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <way.icon />
      {way.text}
      <Badge count={count} label={way.badgeLabel ?? ''} />
    </Link>
  );
}

/** The entry with the longest matching prefix, so that the map does not mark "Find". */
function currentOf(ways: readonly Way[], pathname: string): Way | undefined {
  return ways
    .filter(({ under }) => (under === '/' ? pathname === '/' : pathname.startsWith(under)))
    .toSorted((a, b) => b.under.length - a.under.length)[0];
}
