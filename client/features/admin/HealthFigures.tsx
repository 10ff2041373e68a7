// How the server is now and was over the last hours.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Health } from '#shared/contract/admin.ts';
import { healthQuery } from './admin.queries.ts';
import { Chart } from './Chart.tsx';
import { Figure } from './Figure.tsx';
import { figureOf, healthFigures, type HealthFigure } from './health-words.ts';
import { SectionState } from './SectionState.tsx';

const moment = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

export function HealthFigures() {
  const { data: health, error, refetch } = useQuery(healthQuery);
  const now = health?.samples.at(-1);
  if (health === undefined || now === undefined) return <SectionState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <dl className="figures">
        {healthFigures.map((figure) => (
          <Figure key={figure.key} label={figure.label} {...figureOf(figure, now, health)} />
        ))}
      </dl>
      <p className="small soft">
        {engines[health.engine]}; this server runs since {moment.format(health.startedMs)}. Looked at every half minute; the
        course goes back three hours at most.
      </p>
      <div className="charts">
        {healthFigures
          .filter(({ isDrawn }) => isDrawn)
          .map((figure) => (
            <Course key={figure.key} figure={figure} health={health} />
          ))}
      </div>
    </>
  );
}

function Course({ figure: { key, label, words, isCount }, health }: { readonly figure: HealthFigure; readonly health: Health }) {
  const points = useMemo(() => health.samples.map((sample) => ({ atMs: sample.atMs, value: sample[key] })), [health, key]);
  return <Chart title={label} column={label} points={points} look="line" isWhole={isCount} words={words} />;
}
