// The router, with one route for each row of the screen table.
import { createRootRoute, createRoute, createRouter, type RouterHistory } from '@tanstack/react-router';
import { currentQueryClient, loadQueryClient } from '#client/net/QueryProvider.tsx';
import { NotFoundScreen } from '#client/features/site/NotFoundScreen.tsx';
import { PageSkeleton } from '#client/ui/Skeleton.tsx';
import { screenRoutes } from '#shared/rules/routes.ts';
import { App } from './App.tsx';
import { BrokenScreen } from './BrokenScreen.tsx';
import { adminScreens } from './routes.admin.ts';
import { memberScreens, type ScreenPath, type Screens } from './routes.member.ts';
import { publicScreens } from './routes.public.ts';
import { admit } from './session-gate.ts';

const screens: Screens = { ...publicScreens, ...memberScreens, ...adminScreens };

/** Screens without queries. All others wait for the query client. */
const screensWithoutQueries: readonly ScreenPath[] = ['/', '/login', '/aboutus', '/tos', '/sorry'];

/** Skeletons are shown only after this time, so that they do not flicker on a fast connection. */
const skeletonAfterMs = 150;

export interface RouterOptions {
  /** Given for prerendering. Without it, the browser's history is used. */
  readonly history?: RouterHistory;
  /** Adds the neutral page of members, for prerendering. */
  readonly hasShell?: boolean;
}

export function createAppRouter({ history, hasShell = false }: RouterOptions = {}) {
  const root = createRootRoute({ component: App });
  const routes = screenRoutes.map(({ path }) =>
    createRoute({
      getParentRoute: () => root,
      path: path.replaceAll(/\{(\w+)\}/g, '$$$1'),
      component: screens[path] ?? NotFoundScreen,
      beforeLoad: admit,
      loader: screensWithoutQueries.includes(path) ? undefined : loadQueryClientOnce,
    }),
  );
  const shell = createRoute({ getParentRoute: () => root, path: '/__shell', component: PageSkeleton });
  return createRouter({
    routeTree: root.addChildren(hasShell ? [...routes, shell] : routes),
    history,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: skeletonAfterMs,
    defaultPendingMinMs: 0,
    defaultErrorComponent: BrokenScreen,
    defaultNotFoundComponent: NotFoundScreen,
    defaultPreload: 'intent',
    // Taps during a transition are lost, so there is one only if the path changes, not when a dialog opens or closes.
    defaultViewTransition: { types: ({ pathChanged }) => (pathChanged ? [] : false) },
    notFoundMode: 'root',
    // Disabled while prerendering, because it adds an inline script that the content security policy forbids.
    scrollRestoration: typeof document !== 'undefined',
    // The query contains plain values ("?id=12") instead of JSON.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const query = String(new URLSearchParams(Object.entries(search).filter(([, value]) => value !== undefined)));
      return query && `?${query}`;
    },
  });
}

async function loadQueryClientOnce(): Promise<void> {
  if (currentQueryClient() === null) await loadQueryClient();
}
