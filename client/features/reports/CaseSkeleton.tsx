// The skeleton of a case: its rule, its evidence and the form to decide it.
import { t } from '#client/device/texts.ts';
import { votes } from '#shared/rules/arbitration.ts';
import { LoadingText } from '#client/ui/Skeleton.tsx';
import { SplitFoot } from '#client/ui/SplitFoot.tsx';
import '#client/ui/list-rows.css';
import './cases.css';

export const CaseSkeleton = () => (
  <div className="split" aria-busy="true">
    <div className="split-stage">
      <LoadingText />
      <span className="skeleton case-reason-skeleton" />
      <span className="skeleton case-rule-skeleton" />
      <span className="skeleton case-evidence-skeleton" />
      <span className="skeleton case-rule-skeleton" />
    </div>
    <div className="split-panel framed-choices">
      <p className="vote-question">{t('What should happen?')}</p>
      {votes.map((vote) => (
        <span key={vote} className="skeleton vote-skeleton" />
      ))}
      <SplitFoot>
        <span className="skeleton case-button-skeleton" />
      </SplitFoot>
    </div>
  </div>
);

interface CaseListSkeletonProps {
  readonly title?: string;
  readonly hasButtons?: boolean;
}

/** The skeleton of a card with a list of cases. */
export const CaseListSkeleton = ({ title, hasButtons = false }: CaseListSkeletonProps) => (
  <div className="card case-card" aria-busy="true">
    {title !== undefined && <h2>{title}</h2>}
    <div className="list-rows">
      {[1, 2].map((row) => (
        <div key={row} className="list-row">
          <span className="skeleton case-icon" />
          <span className="grow list-row-text">
            <span className="skeleton skeleton-line" />
            <span className="skeleton skeleton-line" />
          </span>
          <span className={hasButtons ? 'skeleton case-button-skeleton' : 'skeleton case-state'} />
        </div>
      ))}
    </div>
  </div>
);
