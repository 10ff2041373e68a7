// Shows that a query is loading or has failed.
import type { ReactNode } from 'react';
import { FailedState } from '#client/ui/FailedState.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { ConnectionLost } from './errors.ts';

export interface QueryStateProps {
  readonly error: Error | null;
  readonly refetch: () => unknown;
  /** Shown if the query failed because there is no connection. */
  readonly offlineText?: string;
  /** Shown while loading. */
  readonly skeleton?: ReactNode;
}

export function QueryState({ error, refetch, offlineText, skeleton = <Skeleton shape="card" /> }: QueryStateProps) {
  if (error === null) return skeleton;
  const isOffline = error instanceof ConnectionLost;
  return <FailedState isOffline={isOffline} text={isOffline ? offlineText : undefined} onRetry={() => void refetch()} />;
}
