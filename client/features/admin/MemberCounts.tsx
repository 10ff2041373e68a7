// Account counts by role, and a chart of new members per day.
import { t } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { newMembersQuery, roleCountsQuery } from './admin.queries.ts';
import { Chart } from './Chart.tsx';
import type { AccountRole } from '#shared/rules/roles.ts';
import { Figure } from './Figure.tsx';
import { formatCount } from './server-figures.ts';
import { SectionState } from './SectionState.tsx';

/** In English. */
const roleNames = { USER: 'Members', ADMIN: 'Administrators' } as const satisfies Record<AccountRole, string>;

export function MemberCounts() {
  const { data: roles, error, refetch } = useQuery(roleCountsQuery);
  const { data: days } = useQuery(newMembersQuery);
  const points = useMemo(() => (days ?? []).map(({ day, count }) => ({ atMs: Date.parse(day), value: count })), [days]);
  if (roles === undefined) return <SectionState error={error} refetch={refetch} />;
  return (
    <>
      <dl className="figures">
        {roles.map(({ role, count }) => (
          <Figure key={role} label={t(roleNames[role])} value={formatCount(count)} />
        ))}
      </dl>
      <p className="small soft">
        {t('Updated every 5 seconds, without test users. Members with both roles are counted in both.')}
      </p>
      <Chart
        title={t('New members per day')}
        valueHeader={t('New members')}
        points={points}
        look="bars"
        isByDay
        isWhole
        format={formatCount}
      />
    </>
  );
}
