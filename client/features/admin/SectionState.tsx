// The loading and failed states of a dashboard section.
import { QueryState, type QueryStateProps } from '#client/net/QueryState.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';

export function SectionState(props: Omit<QueryStateProps, 'skeleton'>) {
  const skeleton = (
    <div className="stack" aria-busy="true">
      <Skeleton />
      <Skeleton shape="card" />
    </div>
  );
  return <QueryState {...props} skeleton={skeleton} />;
}
