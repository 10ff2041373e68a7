// The number of accounts with each role, and of new ones on each of the last days.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { newMembersQuery, roleCountsQuery } from './admin.queries.ts';
import { Chart } from './Chart.tsx';
import { Figure } from './Figure.tsx';
import { SectionState } from './SectionState.tsx';

const whole = (value: number): string => value.toLocaleString('en');

export function MemberCounts() {
  const { data: roles, error, refetch } = useQuery(roleCountsQuery);
  const { data: days } = useQuery(newMembersQuery);
  const points = useMemo(() => (days ?? []).map(({ day, count }) => ({ atMs: Date.parse(day), value: count })), [days]);
  if (roles === undefined) return <SectionState error={error} onRetry={refetch} />;
  return (
    <>
      <dl className="figures">
        {roles.map(({ role, count }) => (
          <Figure key={role} label={role} value={whole(count)} />
        ))}
      </dl>
      <p className="small soft">Counted every 5 seconds, without test users. Members with both roles count in both.</p>
      <Chart title="New members a day" column="New members" points={points} look="bars" isByDay isWhole words={whole} />
    </>
  );
}
