// Grey shapes in place of loading content, to avoid layout shift.
import './skeleton.css';

export function Skeleton({ shape = 'line' }: { readonly shape?: 'line' | 'title' | 'card' | 'picture' }) {
  return <span className={`skeleton skeleton-${shape}`} aria-hidden="true" />;
}

/** Shown before the route is known. */
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
