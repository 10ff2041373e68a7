// Menu and reachable screens of the four kinds of people, for every screen of the table.
import { describe, expect, test } from 'vitest';
import type { AccountRole } from './roles.ts';
import { admissionOf, admissionTo, menuFor, routeOfPath, screenRoutes, type ScreenRoute } from './routes.ts';

const rows: readonly ScreenRoute[] = screenRoutes;

// A second, independent list: every screen that is not named here is for members only.
const forVisitors = ['/login', '/register', '/sorry'];
const forBoth = ['/', '/aboutus', '/tos', '/contactus', '/support'];
const forAdmins = ['/dashboard', '/dashboard/cases'];
/** Open to everybody: the login ends a session, errors are shown to members too, and the page of a logout stays. */
const forEverybody = ['/login', '/sorry', '/logout'];
const linkedOnly = [
  '/sorry',
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

interface Kind {
  readonly who: string;
  readonly held: readonly AccountRole[] | null;
  readonly isAllowed: (path: string) => boolean;
}

const kinds: readonly Kind[] = [
  { who: 'a visitor', held: null, isAllowed: (path) => forVisitors.includes(path) || forBoth.includes(path) },
  { who: 'a member', held: ['USER'], isAllowed: isForMembers },
  { who: 'an administrator without a membership', held: ['ADMIN'], isAllowed: (path) => forAdmins.includes(path) },
  {
    who: 'an administrator who is a member',
    held: ['ADMIN', 'USER'],
    isAllowed: (path) => isForMembers(path) || forAdmins.includes(path),
  },
];

/** The redirect for a screen that is not allowed for the role. */
function refusalOf(path: string, held: Kind['held']): 'login' | 'settings' | 'notFound' {
  if (held === null) return 'login';
  return path === '/register' && held.includes('USER') ? 'settings' : 'notFound';
}

describe.each(kinds)('$who', ({ held, isAllowed }) => {
  test('finds exactly the allowed screens in the menu', () => {
    const expected = rows.map(({ path }) => path).filter((path) => isAllowed(path) && !isHidden(path));
    expect(menuFor(held).map(({ path }) => path)).toEqual(expected);
  });

  test.each(rows.map(({ path }) => path))('opening %s comes to the screen, the login, the settings or Page Not Found', (path) => {
    const isOpen = isAllowed(path) || forEverybody.includes(path);
    expect(admissionTo(path.replaceAll(/\{\w+\}/g, 'some-id'), held)).toBe(isOpen ? 'open' : refusalOf(path, held));
  });

  test('gets Not Found for an unknown address', () => {
    for (const path of ['/no/such/thing', '/settings/x', '/profile/a/b', '/Settings', '/api/settings', '/__shell'])
      expect(admissionTo(path, held)).toBe('notFound');
  });

  test('does not get in where a screen declares no roles', () => {
    expect(admissionOf({ path: '/new', title: 'New', roles: [], group: 'You' }, held)).toBe('notFound');
  });
});

test('visitors are shown no group of members', () => {
  const groups = new Set(menuFor(null).map(({ group }) => group));
  expect([...groups].toSorted()).toEqual(['About', 'Home', 'You']);
});

test('the menu of an administrator who is a member has each screen in its group', () => {
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
  expect(prerendered.toSorted()).toEqual([...forVisitors, ...forBoth].toSorted());
});

test('an account without any role sees nothing and reaches nothing of members', () => {
  expect(menuFor([])).toEqual([]);
  const open = rows.map(({ path }) => path).filter((path) => admissionTo(path, []) === 'open');
  expect(open.toSorted()).toEqual(forEverybody.toSorted());
});

test('each screen declares its roles, has a title, and is in the table once', () => {
  expect(rows.filter(({ roles, title }) => roles.length === 0 || title === '')).toEqual([]);
  expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length);
});

test('a path with a slash at its end is the same screen, and one without its id is none', () => {
  expect(routeOfPath('/settings/')?.path).toBe('/settings');
  expect(routeOfPath('/')?.path).toBe('/');
  expect(routeOfPath('/profile/some-id')?.path).toBe('/profile/{profileId}');
  expect(routeOfPath('/profile/')?.path).toBe('/profile');
});
