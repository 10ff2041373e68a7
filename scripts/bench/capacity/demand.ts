// The load that a number of members causes at the peak of a day, from measured costs and assumptions.
import type { Assumed } from './assumptions.ts';

/** Costs in CPU microseconds and bytes, as measured in this run. */
export interface Measures {
  /** The share of each kind of call in the usual mix. */
  readonly mix: readonly { readonly kind: string; readonly share: number }[];
  /** CPU of the server by kind, also for `empty`, `poll`, `picture` and `socket` (opening one). */
  readonly callMicros: Readonly<Record<string, number>>;
  /** Bytes of the answer by kind. */
  readonly answerBytes: Readonly<Record<string, number>>;
  readonly socketBytes: number;
  /** The memory of a process: without members, and for each of them. */
  readonly processBytes: number;
  readonly memberBytes: number;
  /** The CPU of the start of a process, for each member. */
  readonly startMicros: number;
  /** The index alone: bytes of a member with their brief, and CPU of a search. */
  readonly indexBytes: number;
  readonly searchMicros: number;
  readonly rowBytes: Readonly<Record<'member' | 'message' | 'conversation' | 'picture', number>>;
  readonly pictureBytes: number;
  /** A row of the change log: its bytes, and the CPU of reading and applying it. */
  readonly changeBytes: number;
  readonly followMicros: number;
  /** CPU of PostgreSQL for storing a message. */
  readonly storeMicros: number;
}

export interface Demand {
  readonly members: number;
  readonly callsPerSecond: number;
  readonly callCores: number;
  /** Searches of the index. */
  readonly searchesPerSecond: number;
  readonly sockets: number;
  readonly socketBytes: number;
  /** Memory and start of a process that holds the whole index. */
  readonly wholeIndexBytes: number;
  readonly startSeconds: number;
  readonly changesPerSecond: number;
  readonly changeBytesPerSecond: number;
  /** CPU of following the whole change log, in each process. */
  readonly followCores: number;
  readonly messagesPerSecond: number;
  readonly databaseCores: number;
  readonly databaseBytes: number;
  readonly writtenBytesPerSecond: number;
  readonly pictureBytes: number;
  readonly sentBytesPerSecond: number;
}

/**
 * The calls that read from the database. Their cost there is taken to be their CPU in the process, SQLite's included, beyond an
 * empty call.
 */
const databaseReads = ['profile', 'conversations', 'conversation', 'poll'];
const searches = ['nearest', 'sector'];

const day = 86_400;

/** Calls per second at peak by kind. The number of calls in the mix follows from that of the messages and the share of `send`. */
export function callRates(members: number, { mix }: Measures, assumed: Assumed): ReadonlyMap<string, number> {
  const active = members * assumed.dailyActive;
  const sendShare = mix.find(({ kind }) => kind === 'send')?.share ?? Number.NaN;
  const mixed = (active * assumed.messagesADay) / sendShare;
  const perDay = new Map(mix.map(({ kind, share }) => [kind, mixed * share]));
  perDay.set('poll', active * assumed.minutesADay * assumed.pollsAMinute);
  perDay.set('picture', active * assumed.tilePictures);
  perDay.set('socket', active * assumed.opensADay);
  return new Map([...perDay].map(([kind, calls]) => [kind, (calls / day) * assumed.peak]));
}

export function demandOf(members: number, measures: Measures, assumed: Assumed): Demand {
  const rates = callRates(members, measures, assumed);
  const active = members * assumed.dailyActive;
  const { callMicros, answerBytes, rowBytes } = measures;
  const rateOf = (kind: string): number => rates.get(kind) ?? 0;
  const sum = (of: (kind: string) => number, kinds: Iterable<string> = rates.keys()): number =>
    [...kinds].reduce((total, kind) => total + rateOf(kind) * of(kind), 0);

  const messagesPerSecond = rateOf('send');
  const visitsPerSecond = ((active * assumed.visitsADay) / day) * assumed.peak;
  const changesPerSecond =
    messagesPerSecond * assumed.changesAMessage + rateOf('position') * assumed.cellChanges + visitsPerSecond;
  const pictures = members * assumed.picturesStored;
  const messageBytes = rowBytes.message + rowBytes.conversation / assumed.messagesAConversation;
  const sockets = ((active * assumed.minutesADay) / (24 * 60)) * assumed.peak;
  const emptyMicros = callMicros.empty ?? 0;
  const readMicros = sum((kind) => Math.max(0, (callMicros[kind] ?? 0) - emptyMicros), databaseReads);
  return {
    members,
    callsPerSecond: sum(() => 1),
    callCores: sum((kind) => callMicros[kind] ?? 0) / 1e6,
    searchesPerSecond: sum(() => 1, searches),
    sockets,
    socketBytes: sockets * measures.socketBytes,
    wholeIndexBytes: measures.processBytes + members * measures.memberBytes,
    startSeconds: (members * measures.startMicros) / 1e6,
    changesPerSecond,
    changeBytesPerSecond: changesPerSecond * measures.changeBytes,
    followCores: (changesPerSecond * measures.followMicros) / 1e6,
    messagesPerSecond,
    databaseCores: (readMicros + messagesPerSecond * measures.storeMicros) / 1e6,
    databaseBytes:
      members * rowBytes.member +
      active * assumed.messagesADay * assumed.historyDays * messageBytes +
      pictures * rowBytes.picture,
    writtenBytesPerSecond: messagesPerSecond * messageBytes + changesPerSecond * measures.changeBytes,
    pictureBytes: pictures * measures.pictureBytes,
    sentBytesPerSecond: sum((kind) => answerBytes[kind] ?? 0),
  };
}
