// Three ways to run the server, the parts that give way in each, and the machines that each needs.
import type { Assumed } from './assumptions.ts';
import type { Demand, Measures } from './demand.ts';

/** A part, with its load as a multiple of its limit. Above 1 the part gives way. */
export interface Part {
  readonly name: string;
  readonly ratio: number;
  /** What is done when the part gives way. */
  readonly remedy: string;
}

/** How the simulated shards of the index share their load. */
interface Shards {
  /** The heaviest shard, as a multiple of the mean. */
  readonly hotMembers: number;
  readonly hotQueries: number;
  /** The mean number of shards that a search asks. */
  readonly fanOut: number;
}

export interface Run {
  readonly demand: Demand;
  readonly measures: Measures;
  readonly assumed: Assumed;
  readonly shards: Shards;
  /** The sockets that a process accepts. */
  readonly maxSockets: number;
}

export interface Stage {
  readonly name: string;
  readonly what: string;
  readonly parts: (run: Run) => readonly Part[];
  /** Machines by their work. */
  readonly machines: (run: Run) => Readonly<Record<string, number>>;
}

const oneProcess: Stage = {
  name: 'one process',
  what: 'SQLite and pictures on its own disk',
  parts: ({ demand, assumed, maxSockets }) => [
    { name: 'CPU of calls', ratio: demand.callCores / assumed.busy, remedy: 'more processes answer calls' },
    { name: 'sockets', ratio: demand.sockets / maxSockets, remedy: 'more processes hold sockets' },
    {
      name: 'memory',
      ratio: (demand.wholeIndexBytes + demand.socketBytes) / (memoryOf(assumed) * assumed.busy),
      remedy: 'sockets in other processes',
    },
    { name: 'start', ratio: demand.startSeconds / assumed.startSeconds, remedy: 'more processes, started one after the other' },
    {
      name: 'disk',
      ratio: (demand.databaseBytes + demand.pictureBytes) / diskOf(assumed),
      remedy: 'PostgreSQL, and pictures in a store of their own',
    },
    { name: 'network', ratio: demand.sentBytesPerSecond / networkOf(assumed), remedy: 'more machines' },
  ],
  machines: () => ({ everything: 1 }),
};

const severalProcesses: Stage = {
  name: 'several processes',
  what: 'on one PostgreSQL, each with the whole index, and pictures in a store of their own',
  parts: (run) => {
    const { demand, assumed } = run;
    const sentLog = demand.changeBytesPerSecond * processesOf(run, assumed.busy);
    return [
      {
        name: 'whole index in each process',
        // If a process needs more memory than the share of a core, other cores stand idle.
        ratio: demand.wholeIndexBytes / ((memoryOf(assumed) * assumed.busy) / assumed.cores),
        remedy: 'index by area',
      },
      { name: 'start', ratio: demand.startSeconds / assumed.startSeconds, remedy: 'index by area: a process loads its own' },
      { name: 'following the log', ratio: demand.followCores / assumed.followShare, remedy: 'log by partition' },
      { name: 'sending the log', ratio: sentLog / networkOf(assumed), remedy: 'log by partition' },
      {
        name: 'CPU of the database',
        ratio: demand.databaseCores / (assumed.cores * assumed.busy),
        remedy: 'database by partition: of members, and of conversations',
      },
      {
        name: 'disk of the database',
        ratio: demand.databaseBytes / diskOf(assumed),
        remedy: 'database by partition, old messages apart',
      },
    ];
  },
  machines: (run) => {
    const { demand, assumed } = run;
    // Each process follows the whole log before it answers a call.
    const processes = processesOf(run, Math.max(0, assumed.busy - demand.followCores));
    const inMemory = Math.floor((memoryOf(assumed) * assumed.busy) / demand.wholeIndexBytes);
    return {
      calls: atLeast(assumed.copies, processes / Math.max(1, Math.min(assumed.cores, inMemory))),
      database: assumed.copies,
      ...common(run),
    };
  },
};

const partitioned: Stage = {
  name: 'partitioned',
  what: 'index by area, log and database by partition, sockets apart from calls',
  // More machines carry more members, as long as no single cell exceeds a shard.
  parts: () => [],
  machines: (run) => {
    const { demand, assumed, shards, measures } = run;
    const perMachine = assumed.cores * assumed.busy;
    const asked = demand.searchesPerSecond * shards.fanOut;
    const emptyMicros = measures.callMicros.empty ?? 0;
    const databases = Math.max(demand.databaseCores / perMachine, demand.databaseBytes / diskOf(assumed));
    return {
      calls: atLeast(assumed.copies, (demand.callCores + (asked * emptyMicros) / 1e6) / perMachine),
      sockets: atLeast(
        assumed.copies,
        Math.max(demand.sockets / (run.maxSockets * assumed.cores), demand.socketBytes / (memoryOf(assumed) * assumed.busy)),
      ),
      index: assumed.copies * Math.ceil(shardsNeeded(run) / assumed.cores),
      database: assumed.copies * Math.ceil(databases),
      ...common(run),
    };
  },
};

export const stages: readonly Stage[] = [oneProcess, severalProcesses, partitioned];

/** Processes that each hold a part of the index, without copies. */
export function shardsNeeded({ demand, assumed, shards, measures }: Run): number {
  const asked = demand.searchesPerSecond * shards.fanOut;
  const micros = asked * (measures.searchMicros + (measures.callMicros.empty ?? 0));
  const cores = (micros / 1e6) * shards.hotQueries + demand.followCores;
  const bytes = demand.members * measures.indexBytes * shards.hotMembers;
  return Math.ceil(Math.max(cores / assumed.busy, bytes / ((memoryOf(assumed) * assumed.busy) / assumed.cores)));
}

/** The number of processes, each of which uses so much of a core for calls. */
const processesOf = ({ demand, maxSockets }: Run, cores: number): number =>
  Math.ceil(Math.max(demand.callCores / cores, demand.sockets / maxSockets));

const common = ({ demand, assumed }: Run) => ({
  pictures:
    assumed.copies * Math.ceil(Math.max(demand.pictureBytes / diskOf(assumed), demand.sentBytesPerSecond / networkOf(assumed))),
  proxies: atLeast(assumed.copies, demand.sentBytesPerSecond / networkOf(assumed)),
});

/** Whole machines, and at least as many as there are copies, so that one may fail. */
const atLeast = (copies: number, machines: number): number => Math.max(copies, Math.ceil(machines));

const memoryOf = ({ memoryGb }: Assumed): number => memoryGb * 1e9;
const diskOf = ({ diskTb }: Assumed): number => diskTb * 1e12;
const networkOf = ({ gigabits, busy }: Assumed): number => (gigabits * 1e9 * busy) / 8;

export const firstToGiveWay = (parts: readonly Part[]): Part | undefined => parts.toSorted((a, b) => b.ratio - a.ratio)[0];

/** The simplest way to run that carries the load, and the part that gave way first in each simpler one. */
export function carriedBy(run: Run): { readonly stage: Stage; readonly gaveWay: readonly { stage: Stage; part: Part }[] } {
  const gaveWay: { stage: Stage; part: Part }[] = [];
  for (const stage of stages) {
    const part = firstToGiveWay(stage.parts(run));
    if (part === undefined || part.ratio <= 1) return { stage, gaveWay };
    gaveWay.push({ stage, part });
  }
  throw new Error('No way to run carries this load.');
}

export const machinesOf = (stage: Stage, run: Run): number =>
  Object.values(stage.machines(run)).reduce((sum, count) => sum + count, 0);

/** The number of members at which a part gives way, by bisection, since ratios grow with the members. */
export function membersAtLimit(ratioAt: (members: number) => number): number {
  let [low, high] = [1, 1e12];
  for (let step = 0; step < 60; step += 1) {
    const middle = Math.sqrt(low * high);
    if (ratioAt(middle) > 1) high = middle;
    else low = middle;
  }
  return low;
}
