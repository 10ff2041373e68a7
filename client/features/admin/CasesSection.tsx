// The number of cases waiting for an administrator, with a link to their list.
import { t, tCount } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { numberText } from '#shared/formats/numbers.ts';
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
      <p>{casesText(cases.length, appeals)}</p>
      <div className="row">
        <Link to="/dashboard/cases" className={buttonClass({ look: cases.length > 0 ? 'main' : 'plain' })}>
          {t('Open the cases')}
        </Link>
      </div>
    </>
  );
}

function casesText(cases: number, appeals: number): string {
  if (cases === 0) return t('No cases are waiting for you.');
  if (appeals === 0) return tCount(cases, { one: 'One case is waiting for you.', other: '# cases are waiting for you.' });
  return tCount(
    cases,
    { one: 'One case is waiting for you, {appeals} on appeal.', other: '# cases are waiting for you, {appeals} on appeal.' },
    { appeals: numberText(appeals, locale()) },
  );
}
