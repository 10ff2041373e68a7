// Confirms the session with the server at the start of a member's page, by the query that also applies the member's settings.
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { ServerError } from '#client/net/errors.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The screen on which the server failed, in the history entry of /sorry. */
    readonly failedAt?: string;
  }
}

export async function confirmSession(router: AnyRouter, queries: QueryClient): Promise<void> {
  try {
    await queries.fetchQuery(settingsQuery);
  } catch (error) {
    // A 401 has already ended the session. While offline the stored session is used.
    if (error instanceof ServerError) showSorryScreen(router);
  }
}

/** Stores the failed screen in the history entry, for the Try Again button. */
function showSorryScreen(router: AnyRouter): void {
  const { pathname, href } = router.state.location;
  if (pathname !== '/sorry') void router.navigate({ to: '/sorry', state: { failedAt: href }, replace: true });
}
