// Counts finished calls by route and status class, their durations, and refused calls by the code of the problem.
import type { CallObserver } from '#server/http/finished-calls.ts';
import type { Metric, Sample } from './prometheus.ts';

export interface CallCounts {
  readonly count: CallObserver;
  metrics(): readonly Metric[];
}

/** The upper bounds of the durations, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface RouteCounts {
  readonly labels: { readonly method: string; readonly route: string };
  readonly byStatus: Map<string, number>;
  /** The number of durations up to each bound and above the one before. */
  readonly byDuration: number[];
  calls: number;
  seconds: number;
}

export function createCallCounts(): CallCounts {
  const routes = new Map<string, RouteCounts>();
  const refused = new Map<string, number>();

  function countsOf(method: string, route: string): RouteCounts {
    const key = `${method} ${route}`;
    const counts = routes.get(key) ?? {
      labels: { method, route },
      byStatus: new Map(),
      byDuration: bounds.map(() => 0),
      calls: 0,
      seconds: 0,
    };
    routes.set(key, counts);
    return counts;
  }

  return {
    count({ method, route, status, ms, code }) {
      const counts = countsOf(method, route ?? 'none');
      addOne(counts.byStatus, status === null ? 'aborted' : `${Math.floor(status / 100)}xx`);
      const at = bounds.findIndex((bound) => ms / 1_000 <= bound);
      if (at >= 0) counts.byDuration[at] = (counts.byDuration[at] ?? 0) + 1;
      counts.calls += 1;
      counts.seconds += ms / 1_000;
      if (code !== null) addOne(refused, code);
    },
    metrics: () => [
      {
        name: 'community_calls_total',
        help: 'Finished calls by route and class of the status. Those without an answer are aborted.',
        type: 'counter',
        samples: [...routes.values()].flatMap(({ labels, byStatus }) =>
          [...byStatus].map(([status, value]) => ({ labels: { ...labels, status }, value })),
        ),
      },
      {
        name: 'community_call_duration_seconds',
        help: 'The time from the head of a call to the end of its answer.',
        type: 'histogram',
        samples: [...routes.values()].flatMap(histogramOf),
      },
      {
        name: 'community_refused_calls_total',
        help: 'Calls that were answered with a problem, by its code.',
        type: 'counter',
        samples: [...refused].map(([code, value]) => ({ labels: { code }, value })),
      },
    ],
  };
}

function histogramOf({ labels, byDuration, calls, seconds }: RouteCounts): Sample[] {
  let upTo = 0;
  const buckets = bounds.map((bound, at): Sample => {
    upTo += byDuration[at] ?? 0;
    return { suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: upTo };
  });
  return [
    ...buckets,
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: calls },
    { suffix: '_sum', labels, value: seconds },
    { suffix: '_count', labels, value: calls },
  ];
}

function addOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
