// Loading and failed states of a dashboard section.
import { NotLoaded, type NotLoadedProps } from '#client/net/NotLoaded.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';

export function SectionState(props: Pick<NotLoadedProps, 'error' | 'onRetry'>) {
  return (
    <NotLoaded {...props}>
      <div className="stack" aria-busy="true">
        <Skeleton />
        <Skeleton shape="card" />
      </div>
    </NotLoaded>
  );
}
