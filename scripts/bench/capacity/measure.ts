// Measures everything that the capacity is computed from, on this machine and in this run.
import { usualMix } from '#scripts/bench/day-mix.ts';
import { withDayServer } from '#scripts/bench/day-process.ts';
import { measureStart } from '#scripts/bench/start.ts';
import type { Measures } from './demand.ts';
import { measureCalls } from './measure-calls.ts';
import { measureRows, type Rows } from './measure-database.ts';
import { measureIndex } from './measure-index.ts';
import { measureFollowing, measureStoring } from './measure-log.ts';

/** With fewer members, startup is dominated by work that does not depend on their number. */
const fewMembers = 50_000;

export interface Sizes {
  /** Members in the measured index and process. */
  readonly members: number;
  readonly sockets: number;
  readonly rounds: number;
}

export async function measure({ members, sockets, rounds }: Sizes): Promise<Measures> {
  const report = (what: string) => console.log(`measuring ${what}`);
  report('the start and the memory of processes');
  let rows: Rows | undefined;
  const small = await measureStart(fewMembers);
  const large = await measureStart(members, (dataDir) => (rows = measureRows(dataDir)));
  if (Number.isNaN(large.memory.now)) throw new Error('Memory and CPU time of a process are measured on Linux only.');
  const more = members - fewMembers;
  const memberBytes = (large.memory.now - small.memory.now) / more;

  report('the index');
  const { index, indexBytes, searchMicros } = measureIndex(members, rounds);
  report('the change log and the database');
  const log = await measureFollowing(index, members, rounds);
  const storeMicros = await measureStoring(rounds);

  report('calls and sockets');
  const others = { conversations: 100, blocks: 100, leavingMessages: 200, endedSessions: 0 };
  const day = { members: Math.min(members, 20_000), sockets, ...others };
  const { calls, dayRows } = await withDayServer(day, async (started) => {
    const taken = await measureCalls(started, rounds);
    return { calls: taken, dayRows: measureRows(started.dataDir) };
  });
  if (rows === undefined) throw new Error('The database was not measured.');
  return {
    mix: usualMix.map(({ kind, share }) => ({ kind, share })),
    ...calls,
    ...log,
    processBytes: small.memory.now - fewMembers * memberBytes,
    memberBytes,
    startMicros: ((large.cpuSeconds - small.cpuSeconds) * 1e6) / more,
    indexBytes,
    searchMicros,
    rowBytes: { member: rows.member, picture: rows.picture, message: dayRows.message, conversation: dayRows.conversation },
    pictureBytes: dayRows.pictureFiles,
    // Where PostgreSQL is absent, the CPU of the whole call, SQLite's included, stands in for it.
    storeMicros: Number.isNaN(storeMicros) ? (calls.callMicros.send ?? 0) : storeMicros,
  };
}
