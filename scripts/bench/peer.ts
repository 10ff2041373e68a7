// The interface of stores with which the index is compared, each in its own process.
import { readdirSync, readFileSync } from 'node:fs';
import type { NearbyMember } from '#server/nearby/index.ts';
import type { Place } from '#shared/rules/distance.ts';

/** Degrees, the upper ends excluded: the sectors around a place, which is as far as anybody looks. */
export interface Reach {
  latFrom: number;
  latTo: number;
  lonFrom: number;
  lonTo: number;
}

export interface Peer {
  readonly name: string;
  /** How far its answer may be off because of how it keeps places, in metres. */
  readonly metresOff: number;
  /** How far it looks, where that is not the reach it is given. */
  readonly farthestMetres: number | null;
  /** Whether it can be asked with the filter that one member in a hundred passes. */
  readonly canFilter: boolean;
  /** The profile ids of the 30 nearest. */
  nearest(centre: Place, reach: Reach, isFiltered: boolean): Promise<string[]>;
  /** CPU time that its server has taken for this asker since it started. */
  serverMicros(): number;
}

/** A server with one or more peers in it. */
export interface PeerServer {
  readonly peers: readonly Peer[];
  /** Takes in members it does not know, and moves those it does. */
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

/** Members in portions, so that a million of them are never all made at once. */
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
