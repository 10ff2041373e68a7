// Says whether the server can answer members now: it has started, is not ending, its database answers, and its disk has room.
import type { HealthSample } from '#shared/contract/admin.ts';

export type Readiness =
  | { readonly status: 'starting'; readonly loaded: number; readonly of: number }
  | { readonly status: 'ending' }
  | {
      readonly status: 'ready' | 'not-ready';
      readonly database: 'answers' | 'no-answer';
      readonly disk: 'has-room' | 'full' | 'no-answer';
    };

/** `sample` is null if the values could not be measured in time. */
export function readinessOf(sample: HealthSample | null, diskFreeBytesLeast: number): Readiness {
  const database = sample === null || sample.readMs === null || sample.writeMs === null ? 'no-answer' : 'answers';
  const free = sample?.diskFreeBytes ?? null;
  const disk = free === null ? 'no-answer' : free < diskFreeBytesLeast ? 'full' : 'has-room';
  return { status: database === 'answers' && disk === 'has-room' ? 'ready' : 'not-ready', database, disk };
}
