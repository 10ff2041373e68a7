// The server's current load, with charts of the last hours.
import { t } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Health } from '#shared/contract/admin.ts';
import { shortDayAndTime } from '#shared/formats/times.ts';
import { locale } from '#client/device/locale.ts';
import { serverHealthQuery } from './admin.queries.ts';
import { Chart } from './Chart.tsx';
import { Figure } from './Figure.tsx';
import { figureText, formatCount, serverFigures, type ServerFigure } from './server-figures.ts';
import { SectionState } from './SectionState.tsx';

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

export function ServerHealth() {
  const { data: health, error, refetch } = useQuery(serverHealthQuery);
  const now = health?.samples.at(-1);
  if (health === undefined || now === undefined) return <SectionState error={error} refetch={refetch} />;
  return (
    <>
      <dl className="figures">
        {serverFigures.map((figure) => (
          <Figure key={figure.key} label={t(figure.label)} {...figureText(figure, now, health)} />
        ))}
      </dl>
      <p className="small soft">
        {t('{engine}; running since {time}. Measured every 30 seconds; the charts show up to three hours.', {
          engine: engines[health.engine],
          time: shortDayAndTime(health.startedMs, locale()),
        })}
      </p>
      <div className="charts">
        {serverFigures
          .filter(({ hasChart }) => hasChart)
          .map((figure) => (
            <FigureChart key={figure.key} figure={figure} health={health} />
          ))}
      </div>
    </>
  );
}

function FigureChart({ figure: { key, label, format }, health }: { readonly figure: ServerFigure; readonly health: Health }) {
  const points = useMemo(() => health.samples.map((sample) => ({ atMs: sample.atMs, value: sample[key] })), [health, key]);
  return (
    <Chart title={t(label)} valueHeader={t(label)} points={points} look="line" isWhole={format === formatCount} format={format} />
  );
}
