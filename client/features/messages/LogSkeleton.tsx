// Shows placeholder bubbles while messages are loading.
import { LoadingText } from '#client/ui/Skeleton.tsx';

/** Enough bubbles for a high window. Those that do not fit are cut off at the top. */
const count = 15;

export function LogSkeleton() {
  return (
    <div className="log log-skeleton" aria-busy="true">
      <LoadingText />
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className="skeleton bubble-skeleton" />
      ))}
    </div>
  );
}
