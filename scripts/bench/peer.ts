// The interface of stores with which the index is compared, each in its own process.
import { readdirSync, readFileSync } from 'node:fs';
import type { NearbyMember } from '#server/nearby/index.ts';
import type { Place } from '#shared/rules/distance.ts';

/** The searched area in degrees, upper bounds excluded: the sectors around a place. */
export interface Reach {
  latFrom: number;
  latTo: number;
  lonFrom: number;
  lonTo: number;
}

export interface Peer {
  readonly name: string;
  /** The error of its results by its storage of positions, in metres. */
  readonly metresOff: number;
  /** Its search radius, if it is not the given reach. */
  readonly farthestMetres: number | null;
  /** True if it supports the filter that one member in a hundred passes. */
  readonly canFilter: boolean;
  /** The profile ids of the 30 nearest. */
  nearest(centre: Place, reach: Reach, isFiltered: boolean): Promise<string[]>;
  /** CPU time of its server for this client since the start. */
  serverMicros(): number;
}

/** A server with one or more peers in it. */
export interface PeerServer {
  readonly peers: readonly Peer[];
  /** Inserts or updates members. */
  put(members: Iterable<NearbyMember>): Promise<void>;
  stop(): Promise<void>;
}

export const pageSize = 30;

/** CPU microseconds of all threads of a process, as Linux counts them; NaN elsewhere. */
export function microsOfProcess(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanos = threads.map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]));
    return nanos.reduce((sum, one) => sum + one, 0) / 1_000;
  } catch {
    return NaN;
  }
}

/** Members in batches, so that a million of them are never in memory together. */
export function* portionsOf(members: Iterable<NearbyMember>, most: number): Generator<NearbyMember[]> {
  let portion: NearbyMember[] = [];
  for (const member of members) {
    portion.push(member);
    if (portion.length < most) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}
