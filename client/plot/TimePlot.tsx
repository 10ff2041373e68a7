// A line or bar chart of values over time. It is hidden from screen readers, because the page also has the values in a table.
import { useEffect, useEffectEvent, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './plot.css';

export interface TimePoint {
  readonly atMs: number;
  /** Null leaves a gap in the line. */
  readonly value: number | null;
}

export interface TimePlotProps {
  readonly points: readonly TimePoint[];
  readonly look: 'line' | 'bars';
  /** The times are days in UTC, and not moments in local time. */
  readonly isByDay?: boolean;
  /** The values are counts, so the axis shows no fractions. */
  readonly isWhole?: boolean;
  readonly format: (value: number) => string;
  /** Formats the times below the chart. The function must be stable. */
  readonly formatTime: (ms: number) => string;
}

const halfDayS = 43_200;
const heightPx = 168;
const timesPx = 32;
/** The width of the ticks and the gap beside the values. */
const axisPx = 20;
const widthOfLetterPx = 8;
const wholeSteps = Array.from({ length: 7 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

export function TimePlot({ points, look, isByDay = false, isWhole = false, format, formatTime }: TimePlotProps) {
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latestFormat = useEffectEvent(format);
  useEffect(() => {
    if (container.current === null) return;
    return mountPlot(container.current, (element) => {
      plot.current?.destroy();
      plot.current = new uPlot(
        options(element, { look, isByDay, isWhole, formatTime, format: (value) => latestFormat(value) }),
        dataOf([], look),
        element,
      );
      return plot.current;
    });
  }, [look, isByDay, isWhole, formatTime]);
  useEffect(() => plot.current?.setData(dataOf(points, look)), [points, look]);
  return <div ref={container} className="plot" aria-hidden="true" />;
}

/** Creates a plot in an element, and keeps its size and colours up to date. */
function mountPlot(element: HTMLElement, create: (element: HTMLElement) => uPlot): () => void {
  let plot = create(element);
  const recreate = (): void => {
    const { data } = plot;
    plot = create(element);
    plot.setData(data);
  };
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', recreate);
  const theme = new MutationObserver(recreate);
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const size = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: heightPx }));
  size.observe(element);
  return () => {
    dark.removeEventListener('change', recreate);
    theme.disconnect();
    size.disconnect();
    plot.destroy();
  };
}

function options(
  element: HTMLElement,
  { look, isByDay, isWhole, format, formatTime }: Omit<TimePlotProps, 'points'>,
): uPlot.Options {
  // Scripts can read computed colours only of standard properties, so the style sheet uses these three.
  const { color: ink, caretColor: stroke, outlineColor: line } = getComputedStyle(element);
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  return {
    width: element.clientWidth,
    height: heightPx,
    legend: { show: false },
    cursor: { show: false },
    ...(isByDay ? { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1_000), 'UTC') } : {}),
    scales: {
      // Leaves room for the first and the last bar.
      ...(look === 'bars' ? { x: { range: (_plot, min, max) => [min - halfDayS, max + halfDayS] } } : {}),
      y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.1 : 1] },
    },
    axes: [
      { ...axis, size: timesPx, values: (_plot, ticks) => ticks.map((seconds) => formatTime(seconds * 1_000)) },
      {
        ...axis,
        size: (_plot, labels) => axisPx + widthOfLetterPx * Math.max(0, ...(labels ?? []).map(({ length }) => length)),
        values: (_plot, ticks) => ticks.map(format),
        ...(isWhole ? { incrs: wholeSteps } : {}),
      },
    ],
    series: [
      {},
      {
        stroke,
        width: look === 'bars' ? 0 : 2,
        points: { show: false },
        ...(look === 'bars' && uPlot.paths.bars ? { fill: stroke, paths: uPlot.paths.bars({ size: [0.7, 40] }) } : {}),
      },
    ],
  };
}

/** A day whose count is 0 has no bar. */
const dataOf = (points: readonly TimePoint[], look: TimePlotProps['look']): uPlot.AlignedData => [
  points.map(({ atMs }) => atMs / 1_000),
  points.map(({ value }) => (look === 'bars' && value === 0 ? null : value)),
];
