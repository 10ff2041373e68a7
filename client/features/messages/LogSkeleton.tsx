// Shows placeholder bubbles while messages are loading.
import { LoadingText } from '#client/ui/Skeleton.tsx';

/** From the editor to the header of a high window. What does not fit is cut at the top. */
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
