// Renders a page at build time for visitors, with placeholders for the brand's texts.
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { loadQueryClient, QueryProvider } from '#client/net/QueryProvider.tsx';
import { routeOfPath } from '#shared/rules/routes.ts';
import { brand } from '#client/device/brand.ts';
import { createAppRouter } from './router.tsx';

export interface PrerenderedPage {
  readonly html: string;
  readonly title: string;
  readonly description: string;
}

/** `/__shell` is the neutral page with which members' screens start. Other unknown paths give the not-found page. */
export async function prerender(path: string): Promise<PrerenderedPage> {
  const isShell = path === '/__shell';
  const router = createAppRouter({ history: createMemoryHistory({ initialEntries: [path] }), hasShell: isShell });
  await router.load();
  const queries = await loadQueryClient();
  const html = renderToString(
    <QueryProvider>
      <RouterProvider router={router} />
    </QueryProvider>,
  );
  // Stops timers, because they would keep the build process running.
  queries.clear();
  const title = routeOfPath(path)?.title ?? 'Page Not Found';
  return { html, title: isShell || brand.discreet ? brand.name : `${title} · ${brand.name}`, description: brand.description };
}
