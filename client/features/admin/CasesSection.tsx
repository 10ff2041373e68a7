// The number of reported cases waiting for an administrator, with a link to them.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { adminCasesQuery } from '#client/features/reports/reports.queries.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { limits } from '#shared/rules/limits.ts';
import { SectionState } from './SectionState.tsx';

export function CasesSection() {
  const {
    data: waiting,
    error,
    refetch,
  } = useQuery({
    ...adminCasesQuery,
    refetchInterval: limits.contactMessagesRefetchMs,
  });
  if (waiting === undefined) return <SectionState error={error} onRetry={refetch} />;
  const appeals = waiting.filter(({ state }) => state === 'appealed').length;
  return (
    <>
      <p>
        {waiting.length === 0
          ? 'No cases are waiting for you.'
          : `${waiting.length === 1 ? 'One case is waiting' : `${waiting.length} cases are waiting`} for you${appeals > 0 ? `, ${appeals} on appeal` : ''}.`}
      </p>
      <div className="row">
        <Link to="/dashboard/cases" className={buttonClass({ look: waiting.length > 0 ? 'main' : 'plain' })}>
          Open the cases
        </Link>
      </div>
    </>
  );
}
