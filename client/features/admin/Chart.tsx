// A captioned chart of values over time, with the same values as a table; the chart library is loaded on demand.
import { t } from '#client/device/texts.ts';
import { Suspense } from 'react';
import { clockTime } from '#shared/formats/clock-times.ts';
import { clockTimeWithSeconds, utcShortDay } from '#shared/formats/times.ts';
import { locale } from '#client/device/locale.ts';
import type { TimePlotProps } from '#client/plot/TimePlot.tsx';
import { Disclosure } from '#client/ui/Disclosure.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';

const TimePlot = lazyPart(() => import('#client/plot/TimePlot.tsx'), 'TimePlot');

interface ChartProps extends Omit<TimePlotProps, 'formatTime'> {
  /** The caption, already translated. */
  readonly title: string;
  readonly valueHeader: string;
}

export function Chart({ title, valueHeader, ...plot }: ChartProps) {
  const { points, isByDay = false, format } = plot;
  const [first, last] = [points[0], points.at(-1)];
  const timeOrDay = (ms: number): string => (isByDay ? utcShortDay : clockTimeWithSeconds)(ms, locale());
  if (first === undefined || last === undefined || first === last) return null;
  return (
    <figure className="chart">
      <figcaption>
        <h3>{title}</h3>
        <p className="small soft">{t('{from} to {until}', { from: timeOrDay(first.atMs), until: timeOrDay(last.atMs) })}</p>
      </figcaption>
      <Suspense fallback={<Skeleton shape="card" />}>
        <TimePlot {...plot} formatTime={isByDay ? dayTick : timeTick} />
      </Suspense>
      <Disclosure line={t('As a table')}>
        <div className="chart-table" role="region" aria-label={t('{title} as a table', { title })} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{isByDay ? t('Day') : t('Time')}</th>
                <th scope="col">{valueHeader}</th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ atMs, value }) => (
                <tr key={atMs}>
                  <th scope="row">{timeOrDay(atMs)}</th>
                  <td>{value === null ? t('unknown') : format(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Disclosure>
    </figure>
  );
}

const dayTick = (ms: number): string => utcShortDay(ms, locale());
const timeTick = (ms: number): string => clockTime(ms, locale());
