// Says whether the server can answer members now: it has started, is not ending, its database answers, its disk has room, and it
// knows what other processes have changed.
import type { HealthSample } from '#shared/contract/admin.ts';
import type { Lease } from '#server/changes/changes.ts';
import type { CountsState } from '#server/limiters/counts.ts';
import type { ServerLimits } from '#server/limits.ts';
import { StartCount } from './start-progress.ts';

export type Readiness =
  | { readonly status: 'starting'; readonly loaded: number; readonly of: number }
  | { readonly status: 'ending' }
  | {
      readonly status: 'ready' | 'not-ready';
      readonly database: 'answers' | 'no-answer';
      readonly disk: 'has-room' | 'full' | 'no-answer';
      readonly pictures: 'available' | 'unavailable';
      /** Only if processes share the counts of limits. `alone` while they cannot, and then the limits are stricter. */
      readonly limits?: 'shared' | 'alone';
      /** Only if processes share the database. A process that is behind answers no member. */
      readonly changes?: 'known' | 'behind';
    };

/** Null if the values could not be measured in time. */
type Measure = () => Promise<HealthSample | null>;

/** What readiness follows from. Without the optional sources the process runs alone. */
interface Sources {
  readonly measure: Measure;
  readonly hasPictures: () => boolean;
  readonly countsState?: () => CountsState;
  readonly lease?: Pick<Lease, 'term'> | null;
}

/** The state of one server from startup to its end, which both ports report. */
export class ServerReadiness {
  readonly progress: StartCount;
  readonly #diskFreeBytesLeast: number;
  readonly #ending: AbortSignal | undefined;
  #sources: Sources | null = null;
  #isClosing = false;

  /** `ending` aborts startup. */
  constructor({ diskFreeBytesLeast }: Pick<ServerLimits, 'diskFreeBytesLeast'>, ending?: AbortSignal) {
    this.progress = new StartCount(ending);
    this.#diskFreeBytesLeast = diskFreeBytesLeast;
    this.#ending = ending;
  }

  /** Call it when the application answers members. */
  started(sources: Sources): void {
    this.#sources = sources;
  }

  /** Call it when the application begins to close. */
  closing(): void {
    this.#isClosing = true;
  }

  async now(): Promise<Readiness> {
    return (await this.measured()).readiness;
  }

  /** Also returns the values from which readiness follows, or null before they can be measured. */
  async measured(): Promise<{ readonly readiness: Readiness; readonly sample: HealthSample | null }> {
    const sample = this.#isEnding() ? null : ((await this.#sources?.measure()) ?? null);
    return { readiness: this.#of(sample), sample };
  }

  #of(sample: HealthSample | null): Readiness {
    if (this.#isEnding()) return { status: 'ending' };
    if (this.#sources === null) return this.starting();
    const { hasPictures, countsState = () => 'own', lease = null } = this.#sources;
    const database = sample === null || sample.readMs === null || sample.writeMs === null ? 'no-answer' : 'answers';
    const free = sample?.diskFreeBytes ?? null;
    const disk = free === null ? 'no-answer' : free < this.#diskFreeBytesLeast ? 'full' : 'has-room';
    const pictures = hasPictures() ? 'available' : 'unavailable';
    const isBehind = lease !== null && lease.term() === null;
    // Without pictures members can still write to each other, and other processes would not have the pictures either.
    const isReady = database === 'answers' && disk === 'has-room' && !isBehind;
    const limits = countsState();
    return {
      status: isReady ? 'ready' : 'not-ready',
      database,
      disk,
      pictures,
      ...(limits === 'own' ? {} : { limits }),
      ...(lease === null ? {} : { changes: isBehind ? 'behind' : 'known' }),
    };
  }

  /** What is answered before the application takes over. */
  starting(): Readiness {
    const { done, of } = this.progress;
    return this.#isEnding() ? { status: 'ending' } : { status: 'starting', loaded: done, of };
  }

  #isEnding(): boolean {
    return this.#isClosing || this.#ending?.aborted === true;
  }
}
