// The loading or failed state of a query.
import type { ReactNode } from 'react';
import { FailedState } from '#client/ui/EmptyState.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { ConnectionLost } from './errors.ts';

export interface QueryStateProps {
  readonly error: Error | null;
  readonly refetch: () => unknown;
  /** Shown while loading. */
  readonly skeleton?: ReactNode;
}

export function QueryState({ error, refetch, skeleton = <Skeleton shape="card" /> }: QueryStateProps) {
  if (error === null) return skeleton;
  return <FailedState isOffline={error instanceof ConnectionLost} onRetry={() => void refetch()} />;
}
