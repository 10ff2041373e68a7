// The loading and failed states of a dashboard section.
import { ConnectionLost } from '#client/net/errors.ts';
import { FailedState } from '#client/ui/EmptyState.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';

interface SectionStateProps {
  readonly error: Error | null;
  readonly onRetry: () => void;
}

export function SectionState({ error, onRetry }: SectionStateProps) {
  if (error !== null) return <FailedState isOffline={error instanceof ConnectionLost} onRetry={onRetry} />;
  return (
    <div className="stack" aria-busy="true">
      <Skeleton />
      <Skeleton shape="card" />
    </div>
  );
}
