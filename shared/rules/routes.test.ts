// Menu and access to every screen for visitors, members and administrators.
import { describe, expect, test } from 'vitest';
import type { AccountRole } from './roles.ts';
import { admissionOf, admissionTo, menuFor, routeOfPath, screenRoutes, type ScreenRoute } from './routes.ts';

const rows: readonly ScreenRoute[] = screenRoutes;

// An independent second list: all other screens are for members only.
const forVisitors = ['/login', '/register', '/sorry'];
const forBoth = ['/', '/aboutus', '/tos', '/contactus', '/support', '/unwanted-emails'];
const forAdmins = ['/dashboard', '/dashboard/cases'];
/** Open to everybody: the login screen ends a session, errors also concern members, and the logout page remains. */
const forEverybody = ['/login', '/sorry', '/logout'];
const linkedOnly = [
  '/sorry',
  '/unwanted-emails',
  '/games/health/testing',
  '/dashboard/cases',
  '/profilePicEdit',
  '/profilePicCarousel',
  '/profilePicRateSwipe',
  '/profilePicUpload',
  '/profile',
];

const isForMembers = (path: string): boolean => ![...forVisitors, ...forAdmins].includes(path);
const isHidden = (path: string): boolean => linkedOnly.includes(path) || path.includes('{');

interface Caller {
  readonly who: string;
  readonly roles: readonly AccountRole[] | null;
  readonly isAllowed: (path: string) => boolean;
}

const callers: readonly Caller[] = [
  { who: 'a visitor', roles: null, isAllowed: (path) => forVisitors.includes(path) || forBoth.includes(path) },
  { who: 'a member', roles: ['USER'], isAllowed: isForMembers },
  { who: 'an administrator without a membership', roles: ['ADMIN'], isAllowed: (path) => forAdmins.includes(path) },
  {
    who: 'an administrator who is a member',
    roles: ['ADMIN', 'USER'],
    isAllowed: (path) => isForMembers(path) || forAdmins.includes(path),
  },
];

/** The result of opening a screen that is not allowed. */
function refusalOf(path: string, roles: Caller['roles']): 'login' | 'settings' | 'notFound' {
  if (roles === null) return 'login';
  return path === '/register' && roles.includes('USER') ? 'settings' : 'notFound';
}

describe.each(callers)('$who', ({ roles, isAllowed }) => {
  test('has exactly the allowed screens in the menu', () => {
    const expected = rows.map(({ path }) => path).filter((path) => isAllowed(path) && !isHidden(path));
    expect(menuFor(roles).map(({ path }) => path)).toEqual(expected);
  });

  test.each(rows.map(({ path }) => path))('opening %s leads to the screen, the login, the settings or Page Not Found', (path) => {
    const isOpen = isAllowed(path) || forEverybody.includes(path);
    expect(admissionTo(path.replaceAll(/\{\w+\}/g, 'some-id'), roles)).toBe(isOpen ? 'open' : refusalOf(path, roles));
  });

  test('gets Not Found for an unknown path', () => {
    for (const path of ['/no/such/thing', '/settings/x', '/profile/a/b', '/Settings', '/api/settings', '/__shell'])
      expect(admissionTo(path, roles)).toBe('notFound');
  });

  test('cannot open a screen without declared roles', () => {
    expect(admissionOf({ path: '/new', title: 'New', roles: [], group: 'You' }, roles)).toBe('notFound');
  });
});

test('visitors see no menu group for members', () => {
  const groups = new Set(menuFor(null).map(({ group }) => group));
  expect([...groups].toSorted()).toEqual(['About', 'Home', 'You']);
});

test('the menu for an administrator who is also a member lists each screen in its group', () => {
  const groups = Map.groupBy(menuFor(['ADMIN', 'USER']), ({ group }) => group);
  expect(Object.fromEntries([...groups].map(([group, screens]) => [group, screens.map(({ path }) => path)]))).toEqual({
    Home: ['/'],
    Find: ['/search/map', '/search/tile', '/search/swype', '/search/profile'],
    Chat: ['/chat/personal', '/chat/broadcast', '/notifications'],
    Likes: ['/likes/profilelikedyou', '/likes/profilelikedyourpics', '/likes/youlikedprofile', '/likes/youlikedprofilepics'],
    Games: [
      '/games',
      '/games/gptbuster',
      '/games/ratinggame',
      '/games/photocrop',
      '/games/cooties',
      '/games/health',
      '/games/welcome',
      '/games/arbitration',
      '/games/leaderboard',
    ],
    You: ['/profileEdit', '/notes', '/settings', '/billing', '/logout'],
    About: ['/aboutus', '/tos', '/support', '/contactus'],
    Admin: ['/dashboard'],
  });
});

test('pages that visitors can read are prerendered', () => {
  const prerendered = rows.filter(({ isPrerendered }) => isPrerendered).map(({ path }) => path);
  // The page for unwanted emails depends on the token in its URL.
  const readable = [...forVisitors, ...forBoth].filter((path) => path !== '/unwanted-emails');
  expect(prerendered.toSorted()).toEqual(readable.toSorted());
});

test('an account without roles has an empty menu and cannot open members’ screens', () => {
  expect(menuFor([])).toEqual([]);
  const open = rows.map(({ path }) => path).filter((path) => admissionTo(path, []) === 'open');
  expect(open.toSorted()).toEqual(forEverybody.toSorted());
});

test('each screen is in the group of the menu where members look for it', () => {
  const pathsIn = (group: ScreenRoute['group']) => rows.filter((row) => row.group === group).map(({ path }) => path);
  expect(pathsIn('Home')).toEqual(['/']);
  expect(pathsIn('Find')).toEqual(['/search/map', '/search/tile', '/search/swype', '/search/profile']);
  expect(pathsIn('Chat')).toEqual([
    '/chat/personal',
    '/chat/personal/{profileId}',
    '/chat/broadcast',
    '/notifications',
    '/notifications/open/{notificationId}',
  ]);
  expect(pathsIn('Likes').every((path) => path.startsWith('/likes/'))).toBe(true);
  expect(pathsIn('Games').every((path) => path.startsWith('/games'))).toBe(true);
  expect(pathsIn('Admin')).toEqual(['/dashboard', '/dashboard/cases']);
  expect(pathsIn('About')).toEqual(['/aboutus', '/tos', '/support', '/contactus', '/sorry']);
  const groups = ['Home', 'Find', 'Likes', 'Chat', 'Games', 'You', 'About', 'Admin'] as const;
  expect(groups.flatMap(pathsIn)).toHaveLength(rows.length);
});

test('each screen has roles, a title and a unique path', () => {
  expect(rows.filter(({ roles, title }) => roles.length === 0 || title === '')).toEqual([]);
  expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length);
});

test('a trailing slash is ignored, and a path without its id is another path', () => {
  expect(routeOfPath('/settings/')?.path).toBe('/settings');
  expect(routeOfPath('/')?.path).toBe('/');
  expect(routeOfPath('/profile/some-id')?.path).toBe('/profile/{profileId}');
  expect(routeOfPath('/profile/')?.path).toBe('/profile');
});

test('a path with thousands of slashes is looked up at once', () => {
  const fromMs = performance.now();
  expect(routeOfPath(`${'/'.repeat(16_000)}settings`)).toBeNull();
  expect(routeOfPath(`/settings${'/'.repeat(16_000)}`)?.path).toBe('/settings');
  expect(performance.now() - fromMs).toBeLessThan(1_000);
});
