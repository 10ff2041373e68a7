// The server's load now and over the last hours.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Health } from '#shared/contract/admin.ts';
import { serverHealthQuery } from './admin.queries.ts';
import { Chart } from './Chart.tsx';
import { Figure } from './Figure.tsx';
import { figureOf, serverFigures, type ServerFigure } from './server-figures.ts';
import { SectionState } from './SectionState.tsx';

const moment = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

export function ServerHealth() {
  const { data: health, error, refetch } = useQuery(serverHealthQuery);
  const now = health?.samples.at(-1);
  if (health === undefined || now === undefined) return <SectionState error={error} onRetry={refetch} />;
  return (
    <>
      <dl className="figures">
        {serverFigures.map((figure) => (
          <Figure key={figure.key} label={figure.label} {...figureOf(figure, now, health)} />
        ))}
      </dl>
      <p className="small soft">
        {engines[health.engine]}; running since {moment.format(health.startedMs)}. Measured every half minute; the charts go back
        three hours at most.
      </p>
      <div className="charts">
        {serverFigures
          .filter(({ isDrawn }) => isDrawn)
          .map((figure) => (
            <History key={figure.key} figure={figure} health={health} />
          ))}
      </div>
    </>
  );
}

function History({ figure: { key, label, words, isCount }, health }: { readonly figure: ServerFigure; readonly health: Health }) {
  const points = useMemo(() => health.samples.map((sample) => ({ atMs: sample.atMs, value: sample[key] })), [health, key]);
  return <Chart title={label} column={label} points={points} look="line" isWhole={isCount} words={words} />;
}
