// Grey shapes in the places of what is being loaded, so that nothing jumps when it comes.
import './skeleton.css';

export function Skeleton({ shape = 'line' }: { readonly shape?: 'line' | 'title' | 'card' | 'picture' }) {
  return <span className={`skeleton skeleton-${shape}`} aria-hidden="true" />;
}

/** The neutral screen: painted before anybody knows which one it will be. */
export function PageSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <span className="seen-by-readers" role="status">
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
