// The table of screens with path, roles and menu group, for menu, router, page statuses and prerendering.
import { isPathOf } from './path-pattern.ts';
import { admits, type Role } from './roles.ts';

export interface ScreenRoute {
  /** Path with {name} parameters. */
  readonly path: string;
  /** In English. */
  readonly title: string;
  /** The roles that may open the screen. */
  readonly roles: readonly Role[];
  readonly group: 'Home' | 'Find' | 'Likes' | 'Chat' | 'Games' | 'You' | 'About' | 'Admin';
  /** The screen is not in the menu and is reached by links only. */
  readonly isHidden?: true;
  /** The screen is rendered at build time for visitors. Other screens start with the same neutral page. */
  readonly isPrerendered?: true;
}

const everybody: readonly Role[] = ['UNAUTHENTICATED', 'USER'];
const visitors: readonly Role[] = ['UNAUTHENTICATED'];
const members: readonly Role[] = ['USER'];
const administrators: readonly Role[] = ['ADMIN'];

export const screenRoutes = [
  { path: '/', title: 'Home', roles: everybody, group: 'Home', isPrerendered: true },
  { path: '/search/map', title: 'Map', roles: members, group: 'Find' },
  { path: '/search/tile', title: 'Tiles', roles: members, group: 'Find' },
  { path: '/search/swype', title: 'Swipe', roles: members, group: 'Find' },
  { path: '/search/profile', title: 'Details', roles: members, group: 'Find' },
  { path: '/chat/personal', title: 'Your Conversations', roles: members, group: 'Chat' },
  { path: '/chat/personal/{profileId}', title: 'Conversation', roles: members, group: 'Chat', isHidden: true },
  { path: '/chat/broadcast', title: 'Broadcast Messages', roles: members, group: 'Chat' },
  { path: '/likes/profilelikedyou', title: 'Liked You', roles: members, group: 'Likes' },
  { path: '/likes/profilelikedyourpics', title: 'Your Pics', roles: members, group: 'Likes' },
  { path: '/likes/youlikedprofile', title: 'You Liked', roles: members, group: 'Likes' },
  { path: '/likes/youlikedprofilepics', title: 'Their Pics', roles: members, group: 'Likes' },
  { path: '/games', title: 'Games and Interactive Management', roles: members, group: 'Games' },
  { path: '/games/gptbuster', title: 'GPT Buster', roles: members, group: 'Games' },
  { path: '/games/ratinggame', title: 'The Rating Game', roles: members, group: 'Games' },
  { path: '/games/photocrop', title: 'Photo Cropping', roles: members, group: 'Games' },
  { path: '/games/cooties', title: 'Cooties', roles: members, group: 'Games' },
  { path: '/games/health', title: 'Health Incident Report', roles: members, group: 'Games' },
  { path: '/games/health/testing', title: 'Where to Get Tested', roles: members, group: 'Games', isHidden: true },
  { path: '/games/welcome', title: 'Welcome Committee', roles: members, group: 'Games' },
  { path: '/games/arbitration', title: 'Community Arbitration', roles: members, group: 'Games' },
  { path: '/games/arbitration/{caseId}', title: 'Case', roles: members, group: 'Games', isHidden: true },
  { path: '/games/leaderboard', title: 'Leaderboard', roles: members, group: 'Games' },
  { path: '/notifications', title: 'Notifications', roles: members, group: 'Chat' },
  { path: '/notifications/open/{notificationId}', title: 'Notifications', roles: members, group: 'Chat', isHidden: true },
  { path: '/profile/{profileId}', title: 'Profile', roles: members, group: 'You', isHidden: true },
  { path: '/profile', title: 'Profile', roles: members, group: 'You', isHidden: true },
  { path: '/profileEdit', title: 'Edit Profile', roles: members, group: 'You' },
  { path: '/notes', title: 'Your Notes', roles: members, group: 'You' },
  { path: '/profilePicUpload', title: 'Add Pictures', roles: members, group: 'You', isHidden: true },
  { path: '/profilePicEdit', title: 'Edit Picture', roles: members, group: 'You', isHidden: true },
  { path: '/profilePicCarousel', title: 'Pictures', roles: members, group: 'You', isHidden: true },
  { path: '/profilePicRateSwipe', title: 'Rate Pictures', roles: members, group: 'You', isHidden: true },
  { path: '/settings', title: 'Account Settings', roles: members, group: 'You' },
  { path: '/billing', title: 'Membership Dues', roles: members, group: 'You' },
  { path: '/login', title: 'Log in', roles: visitors, group: 'You', isPrerendered: true },
  { path: '/register', title: 'Register / Recover Login', roles: visitors, group: 'You', isPrerendered: true },
  { path: '/unwanted-emails', title: 'Unwanted Emails', roles: everybody, group: 'You', isHidden: true },
  { path: '/logout', title: 'Log out', roles: members, group: 'You' },
  { path: '/aboutus', title: 'About Us', roles: everybody, group: 'About', isPrerendered: true },
  { path: '/tos', title: 'Terms of Service', roles: everybody, group: 'About', isPrerendered: true },
  { path: '/support', title: 'Support', roles: everybody, group: 'About', isPrerendered: true },
  { path: '/contactus', title: 'Contact Us', roles: everybody, group: 'About', isPrerendered: true },
  { path: '/dashboard', title: 'Dashboard', roles: administrators, group: 'Admin' },
  { path: '/dashboard/cases', title: 'Cases', roles: administrators, group: 'Admin', isHidden: true },
  { path: '/sorry', title: 'Technical Difficulties', roles: visitors, group: 'About', isHidden: true, isPrerendered: true },
] as const satisfies readonly ScreenRoute[];

/** A row of the table. */
export interface ListedRoute extends ScreenRoute {
  readonly title: (typeof screenRoutes)[number]['title'];
}

const alwaysOpen: readonly string[] = ['/login', '/logout', '/sorry'];

/** The row for a path such as "/profile/abc"; null for an unknown path. */
export const routeOfPath = (path: string): ListedRoute | null => screenRoutes.find((route) => isPathOf(route.path, path)) ?? null;

export type Admission = 'open' | 'login' | 'settings' | 'notFound';

/**
 * What happens when somebody opens a path. Visitors are redirected to /login, and back after the login. Members are redirected from
 * /register to /settings. `callerRoles` is null for a visitor.
 */
export const admissionTo = (path: string, callerRoles: readonly Role[] | null): Admission =>
  admissionOf(routeOfPath(path), callerRoles);

/** The same for a row of the table. `route` is null for an unknown path. Nobody may open a row without roles. */
export function admissionOf(route: ScreenRoute | null, callerRoles: readonly Role[] | null): Admission {
  if (route === null) return 'notFound';
  if (alwaysOpen.includes(route.path) || admits(route.roles, callerRoles)) return 'open';
  if (callerRoles === null) return route.roles.length > 0 ? 'login' : 'notFound';
  return route.path === '/register' && callerRoles.includes('USER') ? 'settings' : 'notFound';
}

/** The rows of the menu for a caller. */
export function menuFor(callerRoles: readonly Role[] | null): readonly ListedRoute[] {
  return screenRoutes.filter((route: ScreenRoute) => !route.isHidden && admits(route.roles, callerRoles));
}
