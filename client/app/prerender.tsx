// Renders a page at build time for visitors, in each language, with placeholders for the brand's texts.
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { loadQueryClient, QueryProvider } from '#client/net/QueryProvider.tsx';
import { routeOfPath } from '#shared/rules/routes.ts';
import { english } from '#shared/formats/texts.ts';
import type { Language } from '#shared/rules/languages.ts';
import { brand } from '#client/device/brand.ts';
import { setLanguage } from '#client/device/language.ts';
import { setWords, t } from '#client/device/texts.ts';
import { neededOfBrowser } from '#client/features/session/needed-of-browser.ts';
import { createAppRouter } from './router.tsx';
import { addPageTexts, showIn } from './words-of-language.ts';

const pagesWithForms = ['/login', '/register'];

export interface PrerenderedPage {
  readonly html: string;
  readonly title: string;
  readonly description: string;
  /** Says what the browser must allow. Empty on pages that a visitor only reads. */
  readonly needed: string;
}

/** Sets the language in which the following pages are rendered. */
export async function speak(language: Language): Promise<void> {
  setWords(english);
  setLanguage('en', 'ltr');
  if (language === 'en') return;
  if (!(await showIn(language))) throw new Error(`There is no language ${language}.`);
  await addPageTexts(language);
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
  const title = t(routeOfPath(path)?.title ?? 'Page Not Found');
  return {
    html,
    title: isShell || brand.discreet ? brand.name : `${title} · ${brand.name}`,
    description: brand.description,
    needed: pagesWithForms.includes(path) || isShell ? neededOfBrowser() : '',
  };
}
