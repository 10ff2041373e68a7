// The state of a query without data: a placeholder while it loads, or the message that it failed.
import type { ReactNode } from 'react';
import { FailedState } from '#client/ui/EmptyState.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { ConnectionLost } from './errors.ts';

export interface NotLoadedProps {
  /** Null while it loads. */
  readonly error: Error | null;
  readonly onRetry: () => unknown;
  readonly offlineText?: string;
  /** The placeholder, if it is not a single card. */
  readonly children?: ReactNode;
}

export function NotLoaded({ error, onRetry, offlineText, children = <Skeleton shape="card" /> }: NotLoadedProps) {
  if (error === null) return children;
  const isOffline = error instanceof ConnectionLost;
  return <FailedState isOffline={isOffline} text={isOffline ? offlineText : undefined} onRetry={() => void onRetry()} />;
}
