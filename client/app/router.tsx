// The router, made from the screen table: one route per row, each behind the gate.
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

/** Screens that ask the server for nothing; each other one is shown when the queries are there. */
const askNothing: readonly ScreenPath[] = ['/', '/login', '/aboutus', '/tos', '/sorry'];

/** A screen that is slower to arrive than this shows its skeleton; a faster one would only flicker. */
const skeletonAfterMs = 150;

export interface RouterOptions {
  /** Prerendering brings its own; in the browser it is the address bar's. */
  readonly history?: RouterHistory;
  /** Adds the neutral shell, which only prerendering paints. */
  readonly hasShell?: boolean;
}

export function createAppRouter({ history, hasShell = false }: RouterOptions = {}) {
  const root = createRootRoute({ component: App, notFoundComponent: NotFoundScreen });
  const routes = screenRoutes.map(({ path }) =>
    createRoute({
      getParentRoute: () => root,
      path: path.replaceAll(/\{(\w+)\}/g, '$$$1'),
      component: screens[path] ?? NotFoundScreen,
      notFoundComponent: NotFoundScreen,
      beforeLoad: admit,
      loader: askNothing.includes(path) ? undefined : loadQueryClientOnce,
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
    defaultViewTransition: true,
    notFoundMode: 'root',
    // While prerendering it would add an inline script, which the content security policy refuses.
    scrollRestoration: typeof document !== 'undefined',
    // Addresses carry plain words ("?id=12"), never JSON.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const query = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== undefined)).toString();
      return query === '' ? '' : `?${query}`;
    },
  });
}

async function loadQueryClientOnce(): Promise<void> {
  if (currentQueryClient() === null) await loadQueryClient();
}
