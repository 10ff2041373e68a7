// The cache of server data in memory: its rules for retries, and for polls while the server is unreachable.
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { reachability } from './reachability.ts';
import { isLater, ServerTrouble } from './errors.ts';

/** Long enough for cached answers on the device to outlive a day without connection. */
export const cachedForMs = 24 * 3_600_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The first try always goes out: an answer is what tells that the connection is back.
        networkMode: 'offlineFirst',
        gcTime: cachedForMs,
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && (error instanceof ServerTrouble || isLater(error)),
        retryDelay: (failures) => 1_000 * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Queries refetch when the server answers again, not when the device merely has a network. */
export function followReachability(): void {
  onlineManager.setEventListener((setOnline) => reachability.subscribe(() => setOnline(!reachability.get().isLost)));
  onlineManager.setOnline(!reachability.get().isLost);
}
