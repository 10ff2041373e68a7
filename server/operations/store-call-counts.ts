// Counts the calls of the bucket with the pictures, by operation and result, and their durations.
import { Counter, Histogram, type Registry } from 'prom-client';

interface StoreCall {
  readonly call: string;
  readonly result: string;
  readonly ms: number;
}

export type StoreCallObserver = (call: StoreCall) => void;

/** The upper bounds of the durations, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createStoreCallCounts(registry: Registry): StoreCallObserver {
  const registers = [registry];
  const calls = new Counter({
    name: 'community_picture_store_calls_total',
    help: 'Calls of the bucket with the pictures by their result, each attempt counted.',
    labelNames: ['call', 'result'],
    registers,
  });
  const durations = new Histogram({
    name: 'community_picture_store_call_duration_seconds',
    help: 'The time from such a call to the end of its answer.',
    labelNames: ['call'],
    buckets: bounds,
    registers,
  });
  return ({ call, result, ms }) => {
    calls.inc({ call, result });
    durations.observe({ call }, ms / 1_000);
  };
}
