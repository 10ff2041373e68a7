// Grey shapes that stand for content while it loads, so that nothing moves afterwards.
import { t } from '#client/device/texts.ts';
import './skeleton.css';

type SkeletonShape = 'line' | 'title' | 'card' | 'picture' | 'row' | 'field';

export function Skeleton({ shape = 'line' }: { readonly shape?: SkeletonShape }) {
  return <span className={`skeleton skeleton-${shape}`} aria-hidden="true" />;
}

interface SkeletonListProps {
  readonly count: number;
  readonly shape?: SkeletonShape;
  readonly className?: string;
}

/** Equal shapes for a list that loads. */
export function SkeletonList({ count, shape = 'card', className = 'stack' }: SkeletonListProps) {
  return (
    <div className={className} aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} shape={shape} />
      ))}
    </div>
  );
}

/** Rows for a list of people that loads, as high as the real rows. */
export function SkeletonPeople({ count }: { readonly count: number }) {
  return (
    <div className="skeleton-people" aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <SkeletonPerson key={index} />
      ))}
    </div>
  );
}

export const SkeletonPerson = () => (
  <div className="skeleton-person" aria-hidden="true">
    <span className="skeleton skeleton-face" />
    <span className="skeleton-words">
      <Skeleton />
      <Skeleton />
    </span>
  </div>
);

/** The text that screen readers say while content loads. */
export const LoadingText = () => (
  <span className="visually-hidden" role="status">
    {t('Loading')}
  </span>
);

/** A screen that is painted before the route is known. */
export function PageSkeleton() {
  return (
    <div className="page page-titled" aria-busy="true">
      <LoadingText />
      <div className="page-head">
        <h1 className="visually-hidden">{t('Loading')}</h1>
        <Skeleton shape="title" />
      </div>
      <Skeleton shape="card" />
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  );
}
