// The query library's place in the app: loaded with the first screen that asks the server for something, which home and login do not.
import { QueryClientContext, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore, type ReactNode } from 'react';
import { createStore } from '#client/device/store.ts';

const held = createStore<QueryClient | null>(null);

/** Null until something has asked for it. */
export const heldQueries = (): QueryClient | null => held.get();

/** Resolves to the one client of this page; rejects when the library can't be had. */
export async function loadQueries(): Promise<QueryClient> {
  const { createQueryClient, followReachability } = await import('./query-client.ts');
  const known = held.get();
  if (known !== null) return known;
  const made = createQueryClient();
  // Prerendering has no connection that could go or come back.
  if (typeof document !== 'undefined') {
    followReachability();
    made.mount();
  }
  held.set(made);
  return made;
}

/** Loads a part of a screen together with the queries that it needs. */
export const withQueries =
  <T,>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    const [part] = await Promise.all([load(), loadQueries()]);
    return part;
  };

/** Gives the client to all below as soon as it is there. */
export function Queries({ children }: { readonly children: ReactNode }) {
  // A painted page hydrates with the client at hand: it is loaded before, and shows in no markup.
  const client = useSyncExternalStore(held.subscribe, held.get, held.get);
  return <QueryClientContext value={client ?? undefined}>{children}</QueryClientContext>;
}
