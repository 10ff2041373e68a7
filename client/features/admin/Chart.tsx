// A captioned chart of values over time, with the same values as a table; the chart library is loaded on demand.
import { Suspense } from 'react';
import type { TimePlotProps } from '#client/plot/TimePlot.tsx';
import { Disclosure } from '#client/ui/Disclosure.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';

const TimePlot = lazyPart(() => import('#client/plot/TimePlot.tsx'), 'TimePlot');

interface ChartProps extends TimePlotProps {
  readonly title: string;
  readonly valueHeader: string;
}

const timeFormat = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const dayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export function Chart({ title, valueHeader, ...plot }: ChartProps) {
  const { points, isByDay = false, format } = plot;
  const [first, last] = [points[0], points.at(-1)];
  const timeOrDayFormat = isByDay ? dayFormat : timeFormat;
  if (first === undefined || last === undefined || first === last) return null;
  return (
    <figure className="chart">
      <figcaption>
        <h3>{title}</h3>
        <p className="small soft">
          {timeOrDayFormat.format(first.atMs)} to {timeOrDayFormat.format(last.atMs)}
        </p>
      </figcaption>
      <Suspense fallback={<Skeleton shape="card" />}>
        <TimePlot {...plot} />
      </Suspense>
      <Disclosure line="As a table">
        <div className="chart-table" role="region" aria-label={`${title} as a table`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{isByDay ? 'Day' : 'Time'}</th>
                <th scope="col">{valueHeader}</th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ atMs, value }) => (
                <tr key={atMs}>
                  <th scope="row">{timeOrDayFormat.format(atMs)}</th>
                  <td>{value === null ? 'unknown' : format(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Disclosure>
    </figure>
  );
}
