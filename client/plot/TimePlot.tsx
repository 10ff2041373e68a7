// A line or bar chart of figures over time, in the colours of the page. The page has the same as text and table beside it.
import { useEffect, useLayoutEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './plot.css';

export interface TimePoint {
  readonly atMs: number;
  /** Null leaves a gap. */
  readonly value: number | null;
}

export interface TimePlotProps {
  readonly points: readonly TimePoint[];
  readonly look: 'line' | 'bars';
  /** Whole days in UTC; otherwise moments in local time. */
  readonly isByDay?: boolean;
  /** Counts: no halves on the axis. */
  readonly isWhole?: boolean;
  readonly words: (value: number) => string;
}

const heightPx = 168;
const axisPx = 64;
const wholeSteps = Array.from({ length: 7 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

export function TimePlot({ points, look, isByDay = false, isWhole = false, words }: TimePlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const inWords = useRef(words);
  useLayoutEffect(() => {
    inWords.current = words;
  });
  useEffect(() => {
    if (place.current === null) return;
    return mountPlot(place.current, (room) => {
      plot.current?.destroy();
      plot.current = new uPlot(
        options(room, { look, isByDay, isWhole, words: (value) => inWords.current(value) }),
        dataOf([]),
        room,
      );
      return plot.current;
    });
  }, [look, isByDay, isWhole]);
  useEffect(() => plot.current?.setData(dataOf(points)), [points]);
  return <div ref={place} className="plot" aria-hidden="true" />;
}

/** Creates the plot as wide as its element, resizes it, and creates it again when the colours change. */
function mountPlot(room: HTMLElement, make: (room: HTMLElement) => uPlot): () => void {
  let plot = make(room);
  const remake = (): void => {
    const { data } = plot;
    plot = make(room);
    plot.setData(data);
  };
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', remake);
  const theme = new MutationObserver(remake);
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const size = new ResizeObserver(() => plot.setSize({ width: room.clientWidth, height: heightPx }));
  size.observe(room);
  return () => {
    dark.removeEventListener('change', remake);
    theme.disconnect();
    size.disconnect();
    plot.destroy();
  };
}

function options(room: HTMLElement, { look, isByDay, isWhole, words }: Omit<TimePlotProps, 'points'>): uPlot.Options {
  // The style sheet sets them in properties whose computed colours a script can read.
  const { color: ink, caretColor: stroke, outlineColor: line } = getComputedStyle(room);
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  return {
    width: room.clientWidth,
    height: heightPx,
    legend: { show: false },
    cursor: { show: false },
    ...(isByDay ? { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1_000), 'UTC') } : {}),
    scales: { y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.1 : 1] } },
    axes: [
      axis,
      { ...axis, size: axisPx, values: (_plot, ticks) => ticks.map(words), ...(isWhole ? { incrs: wholeSteps } : {}) },
    ],
    series: [
      {},
      {
        stroke,
        width: 2,
        points: { show: false },
        ...(look === 'bars' && uPlot.paths.bars ? { fill: stroke, paths: uPlot.paths.bars({ size: [0.7, 40] }) } : {}),
      },
    ],
  };
}

const dataOf = (points: readonly TimePoint[]): uPlot.AlignedData => [
  points.map(({ atMs }) => atMs / 1_000),
  points.map(({ value }) => value),
];
