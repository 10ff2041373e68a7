// A case that loads: its rule, its evidence and the form to decide it.
import { LoadingText, Skeleton } from '#client/ui/Skeleton.tsx';

export const CaseSkeleton = () => (
  <div className="split" aria-busy="true">
    <div className="split-head stack">
      <LoadingText />
      <Skeleton shape="title" />
      <Skeleton />
      <Skeleton />
    </div>
    <div className="split-stage">
      <span className="skeleton case-evidence-skeleton" />
    </div>
    <div className="split-panel">
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  </div>
);
