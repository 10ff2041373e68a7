// Shows placeholder bubbles while messages are loading.
import { LoadingText } from '#client/ui/Skeleton.tsx';

const widths = ['52%', '38%', '60%', '30%', '46%'];

export function LogSkeleton() {
  return (
    <div className="log-skeleton" aria-busy="true">
      <LoadingText />
      {widths.map((inlineSize, index) => (
        <span
          key={inlineSize}
          className={index % 2 === 0 ? 'skeleton bubble-skeleton' : 'skeleton bubble-skeleton bubble-skeleton-own'}
          style={{ inlineSize }}
        />
      ))}
    </div>
  );
}
