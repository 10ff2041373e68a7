// Counts finished calls by route and status class, their durations, and refused calls by the code of the problem.
import { Counter, Histogram, type Registry } from 'prom-client';
import type { CallObserver } from '#server/http/finished-calls.ts';

/** The upper bounds of the durations, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createCallCounts(registry: Registry): CallObserver {
  const registers = [registry];
  const calls = new Counter({
    name: 'community_calls_total',
    help: 'Finished calls by route and class of the status. Those without an answer are aborted.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'community_call_duration_seconds',
    help: 'The time from the head of a call to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: bounds,
    registers,
  });
  const refused = new Counter({
    name: 'community_refused_calls_total',
    help: 'Calls that were answered with a problem, by its code.',
    labelNames: ['code'],
    registers,
  });
  return ({ method, route, status, ms, code }) => {
    const labels = { method, route: route ?? 'none' };
    calls.inc({ ...labels, status: status === null ? 'aborted' : `${Math.floor(status / 100)}xx` });
    durations.observe(labels, ms / 1_000);
    if (code !== null) refused.inc({ code });
  };
}
