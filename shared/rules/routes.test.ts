// Who sees what in the menu and who reaches what, for each of the four kinds of people and every screen of the table.
import { describe, expect, test } from 'vitest';
import type { AccountRole } from './roles.ts';
import { admissionOf, admissionTo, menuFor, routeOfPath, screenRoutes, type ScreenRoute } from './routes.ts';

const rows: readonly ScreenRoute[] = screenRoutes;

// Said once more and otherwise than the table says it: every screen that is not named here is for members alone.
const forVisitors = ['/login', '/register', '/sorry'];
const forBoth = ['/', '/aboutus', '/tos', '/contactus', '/support'];
const forAdmins = ['/dashboard', '/dashboard/cases'];
/** Opening the login ends the session, so everybody may; trouble is told to members too; a logout's last words stay. */
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
  readonly isHis: (path: string) => boolean;
}

const kinds: readonly Kind[] = [
  { who: 'a visitor', held: null, isHis: (path) => forVisitors.includes(path) || forBoth.includes(path) },
  { who: 'a member', held: ['USER'], isHis: isForMembers },
  { who: 'an administrator without a membership', held: ['ADMIN'], isHis: (path) => forAdmins.includes(path) },
  {
    who: 'an administrator who is a member',
    held: ['ADMIN', 'USER'],
    isHis: (path) => isForMembers(path) || forAdmins.includes(path),
  },
];

/** The redirect for a screen that is not allowed for the role. */
function refusalOf(path: string, held: Kind['held']): 'login' | 'settings' | 'notFound' {
  if (held === null) return 'login';
  return path === '/register' && held.includes('USER') ? 'settings' : 'notFound';
}

describe.each(kinds)('$who', ({ held, isHis }) => {
  test('finds exactly the allowed screens in the menu', () => {
    const expected = rows.map(({ path }) => path).filter((path) => isHis(path) && !isHidden(path));
    expect(menuFor(held).map(({ path }) => path)).toEqual(expected);
  });

  test.each(rows.map(({ path }) => path))('opening %s comes to the screen, the login, the settings or Page Not Found', (path) => {
    const isOpen = isHis(path) || forEverybody.includes(path);
    expect(admissionTo(path.replaceAll(/\{\w+\}/g, 'some-id'), held)).toBe(isOpen ? 'open' : refusalOf(path, held));
  });

  test('is told of an unknown address that it is not found', () => {
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

test('an account without any role sees nothing and reaches nothing of members', () => {
  expect(menuFor([])).toEqual([]);
  const open = rows.map(({ path }) => path).filter((path) => admissionTo(path, []) === 'open');
  expect(open.toSorted()).toEqual(forEverybody.toSorted());
});

test('each screen declares its roles, has a title, and stands in the table once', () => {
  expect(rows.filter(({ roles, title }) => roles.length === 0 || title === '')).toEqual([]);
  expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length);
});

test('a path with a slash at its end is the same screen, and one without its id is none', () => {
  expect(routeOfPath('/settings/')?.path).toBe('/settings');
  expect(routeOfPath('/')?.path).toBe('/');
  expect(routeOfPath('/profile/some-id')?.path).toBe('/profile/{profileId}');
  expect(routeOfPath('/profile/')?.path).toBe('/profile');
});
