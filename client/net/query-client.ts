// The query client, with its retries and cache times. It refetches when the server can be reached again.
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { dayMs } from '#shared/rules/durations.ts';
import { reachability } from './reachability.ts';
import { isTemporaryRefusal, ServerError } from './errors.ts';

/** Long enough for stored replies to be used after a day offline. */
export const cacheMaxAgeMs = dayMs;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The first attempt is sent even while offline, because its response shows that the connection is back.
        networkMode: 'offlineFirst',
        gcTime: cacheMaxAgeMs,
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && (error instanceof ServerError || isTemporaryRefusal(error)),
        retryDelay: (failures) => 1_000 * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Refetches when the server can be reached, and not already when the device has a network. */
export function followReachability(): void {
  onlineManager.setEventListener((setOnline) => reachability.subscribe(() => setOnline(!reachability.get().isLost)));
  onlineManager.setOnline(!reachability.get().isLost);
}
