// The main navigation: a bar at the bottom on phones, a rail at the side in wide windows and on phones held sideways.
import { t, tCount, type PlainText } from '#client/device/texts.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { findScreen } from '#client/device/find-screen.ts';
import { useSessionRecord } from '#client/device/session-record.ts';
import { useStore } from '#client/device/store.ts';
import { Badge } from '#client/ui/Badge.tsx';
import { useBadges, type Badges } from '#client/ui/badges.ts';
import { menuFor } from '#shared/rules/routes.ts';
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

type BarBadge = Exclude<keyof Badges, 'notifications'>;

interface NavItem {
  readonly to: string;
  /** In English. */
  readonly text: PlainText;
  readonly icon: IconComponent;
  /** The item is marked on screens whose path starts with this prefix. `/` stands for Home alone. */
  readonly under: string;
  readonly badge?: BarBadge;
  /** Shown only in wide windows, because others have no room for it. */
  readonly isRailOnly?: true;
}

const home: NavItem = { to: '/', text: 'Home', icon: HomeIcon, under: '/', isRailOnly: true };
const memberItems: readonly NavItem[] = [
  home,
  { to: '/search/map', text: 'Map', icon: MapIcon, under: '/search/map' },
  { to: '/search/tile', text: 'Find', icon: TilesIcon, under: '/search/' },
  { to: '/chat/personal', text: 'Chats', icon: ChatIcon, under: '/chat', badge: 'chats' },
  { to: '/likes/profilelikedyou', text: 'Likes', icon: HeartIcon, under: '/likes', badge: 'likes' },
];
const visitorItems: readonly NavItem[] = [
  home,
  { to: '/login', text: 'Log in', icon: LoginIcon, under: '/login', isRailOnly: true },
  { to: '/register', text: 'Register', icon: RegisterIcon, under: '/register', isRailOnly: true },
  { to: '/aboutus', text: 'About', icon: InfoIcon, under: '/aboutus', isRailOnly: true },
];

export function MainBar({ onMenu }: { readonly onMenu: () => void }) {
  const record = useSessionRecord();
  const { pathname } = useLocation();
  const badges = useBadges();
  const lastFind = useStore(findScreen);
  const items = record === null ? visitorItems : memberItems;
  const current = currentItem(items, pathname);
  const isInMenu = menuFor(record?.roles ?? null).some(({ path }) => `${pathname}/`.startsWith(`${path}/`));
  return (
    <nav className={record === null ? 'bar bar-visitor' : 'bar'} aria-label={t('Main')}>
      {items.map((item) => (
        <BarLink
          key={item.to}
          item={item}
          to={item.under === '/search/' ? lastFind : item.to}
          isCurrent={item === current}
          count={item.badge ? badges[item.badge] : 0}
        />
      ))}
      <button
        type="button"
        className="bar-item"
        data-current={current === undefined && isInMenu ? '' : undefined}
        onClick={onMenu}
        aria-haspopup="dialog"
      >
        <MenuIcon />
        <span className="bar-text">{t('More')}</span>
      </button>
    </nav>
  );
}

interface BarLinkProps {
  readonly item: NavItem;
  readonly to: string;
  readonly isCurrent: boolean;
  readonly count: number;
}

function BarLink({ item, to, isCurrent, count }: BarLinkProps) {
  return (
    <Link
      to={to}
      className={item.isRailOnly ? 'bar-item only-wide' : 'bar-item'}
      data-current={isCurrent ? '' : undefined}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <item.icon />
      <span className="bar-text">{t(item.text)}</span>
      {item.badge && <Badge count={count} text={badgeText(item.badge, count)} />}
    </Link>
  );
}

function badgeText(badge: BarBadge, count: number): string {
  if (badge === 'likes') return tCount(count, { one: '# new like', other: '# new likes' });
  return tCount(count, { one: '# unread message', other: '# unread messages' });
}

/** The item with the longest matching prefix, so that the map does not mark "Find". */
function currentItem(items: readonly NavItem[], pathname: string): NavItem | undefined {
  return items
    .filter(({ under }) => (under === '/' ? pathname === '/' : pathname.startsWith(under)))
    .toSorted((a, b) => b.under.length - a.under.length)[0];
}
