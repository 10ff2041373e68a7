// The screens of members, each in its own chunk: one line per path of the screen table.
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import type { screenRoutes } from '#shared/rules/routes.ts';

export type ScreenPath = (typeof screenRoutes)[number]['path'];
export type Screens = Readonly<Partial<Record<ScreenPath, RouteComponent>>>;

export const memberScreens: Screens = {
  '/settings': lazyRouteComponent(() => import('#client/features/settings/SettingsScreen.tsx'), 'SettingsScreen'),
  '/logout': lazyRouteComponent(() => import('#client/features/session/LogoutScreen.tsx'), 'LogoutScreen'),
};
