// The number of cases waiting for an administrator, with a link to their list.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { numberText } from '#shared/formats/numbers.ts';
import { counted } from '#shared/formats/words.ts';
import { locale } from '#client/device/locale.ts';
import { adminCasesQuery } from '#client/features/reports/reports.queries.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { limits } from '#shared/rules/limits.ts';
import { SectionState } from './SectionState.tsx';

export function CasesSection() {
  const query = useQuery({ ...adminCasesQuery, refetchInterval: limits.contactMessagesRefetchMs });
  const { data: cases, error, refetch } = query;
  if (cases === undefined) return <SectionState error={error} refetch={refetch} />;
  const appeals = cases.filter(({ state }) => state === 'appealed').length;
  return (
    <>
      <p>
        {cases.length === 0 ? 'No cases are' : counted(cases.length, { one: 'One case is', other: '# cases are' }, locale())}{' '}
        waiting for you{appeals > 0 && `, ${numberText(appeals, locale())} on appeal`}.
      </p>
      <div className="row">
        <Link to="/dashboard/cases" className={buttonClass({ look: cases.length > 0 ? 'main' : 'plain' })}>
          Open the cases
        </Link>
      </div>
    </>
  );
}
