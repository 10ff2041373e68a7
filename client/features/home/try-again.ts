// Repeats what failed on Home: when the member asks for it, and regularly while something is missing.
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { reachability } from '#client/net/reachability.ts';

export const tryAgain = (queries: QueryClient): Promise<void> => queries.refetchQueries({ type: 'active', predicate: hasFailed });

const hasFailed = ({ state }: Query): boolean => state.status === 'error';

export function useTryAgain(): void {
  const queries = useQueryClient();
  useEffect(() => {
    // Nothing is retried without a connection. Queries that failed without one are loaded when it is back.
    const timer = setInterval(() => {
      if (!document.hidden && !reachability.get().isLost) void tryAgain(queries);
    }, limits.failedRefetchMs);
    return () => clearInterval(timer);
  }, [queries]);
}
