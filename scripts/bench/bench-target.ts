// The interface of the database servers with which the index is compared, and the functions that its implementations share.
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { NearbyMember } from '#server/nearby/index.ts';
import type { Place } from '#shared/rules/distance.ts';

/** The searched area in degrees, without its upper bounds: the sectors around a place. */
export interface SearchedArea {
  latFrom: number;
  latTo: number;
  lonFrom: number;
  lonTo: number;
}

export interface BenchTarget {
  readonly name: string;
  /** The rounding error of the stored positions in metres. */
  readonly errorMetres: number;
  /** The search radius. It is null if the target searches the given area. */
  readonly maxMetres: number | null;
  /** True if the target supports filters. */
  readonly canFilter: boolean;
  /** Returns a remark on the last queries, if their time does not say everything. */
  remark?(): string;
  /** Returns the profile ids of the nearest 30 members. */
  nearest(centre: Place, area: SearchedArea, isFiltered: boolean): Promise<string[]>;
  /** Returns the CPU microseconds that the server has spent on this client since its start. */
  serverMicros(): number;
}

/** A server with one or more search methods. */
export interface TargetServer {
  readonly targets: readonly BenchTarget[];
  /** Inserts or updates members. */
  put(members: Iterable<NearbyMember>): Promise<void>;
  stop(): Promise<void>;
}

export const pageSize = 30;

/** Returns the CPU microseconds of all threads of a process, or NaN on systems other than Linux. */
export function microsOfProcess(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanos = threads.map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]));
    return nanos.reduce((sum, one) => sum + one, 0) / 1_000;
  } catch {
    return NaN;
  }
}

/** Returns the resident bytes of a process, now and at most so far, or NaN on systems other than Linux. */
export function memoryOfProcess(pid: number): { readonly now: number; readonly peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const bytesOf = (name: string) => 1_024 * Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]);
    return { now: bytesOf('VmRSS'), peak: bytesOf('VmHWM') };
  } catch {
    return { now: NaN, peak: NaN };
  }
}

/** Connects to a server that was just started as soon as it accepts connections. Throws if the server has exited. */
export async function connectWhenReady<T>(server: ChildProcess, connect: () => Promise<T>): Promise<T> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The server exited with ${server.exitCode}.`);
    try {
      return await connect();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Yields members in batches, so that a million of them are never in memory at the same time. */
export function* batchesOf(members: Iterable<NearbyMember>, size: number): Generator<NearbyMember[]> {
  let batch: NearbyMember[] = [];
  for (const member of members) {
    batch.push(member);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
