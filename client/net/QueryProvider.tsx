// Provides the query client. It is loaded at the start for a member, and for visitors with the first screen that needs it.
import { QueryClientContext, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore, type ReactNode } from 'react';
import { createStore } from '#client/device/store.ts';

const clientStore = createStore<QueryClient | null>(null);

/** Null until the client is first loaded. */
export const currentQueryClient = (): QueryClient | null => clientStore.get();

/** Resolves to this page's only client; rejects if the library cannot be loaded. */
export async function loadQueryClient(): Promise<QueryClient> {
  const file = await import('./query-client.ts');
  const existing = clientStore.get();
  if (existing !== null) return existing;
  const created = file.createQueryClient();
  // During prerendering there is no connection to watch.
  if (typeof document !== 'undefined') {
    file.followReachability();
    created.mount();
  }
  clientStore.set(created);
  return created;
}

/** Loads a module together with the query client that it needs. */
export const withQueryClient =
  <T,>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    const [module] = await Promise.all([load(), loadQueryClient()]);
    return module;
  };

export function QueryProvider({ children }: { readonly children: ReactNode }) {
  // When a prerendered page hydrates, the client may be loaded already. The markup does not depend on it.
  const client = useSyncExternalStore(clientStore.subscribe, clientStore.get, clientStore.get);
  return <QueryClientContext value={client ?? undefined}>{children}</QueryClientContext>;
}
