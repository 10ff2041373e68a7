// Grey shapes in the place of content that is loading, so that nothing jumps when it arrives.
import './skeleton.css';

interface SkeletonProps {
  readonly shape?: 'line' | 'title' | 'card' | 'picture';
}

export function Skeleton({ shape = 'line' }: SkeletonProps) {
  return <span className={`skeleton skeleton-${shape}`} aria-hidden="true" />;
}

export interface SkeletonsProps extends SkeletonProps {
  readonly count: number;
  readonly className?: string;
}

export function Skeletons({ count, shape = 'card', className = 'stack' }: SkeletonsProps) {
  return (
    <div className={className} aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} shape={shape} />
      ))}
    </div>
  );
}

/** The neutral screen, painted before the route is known. */
export function PageSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading
      </span>
      <div className="page-head">
        <Skeleton shape="title" />
      </div>
      <Skeleton shape="card" />
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  );
}
