// Measures following a change log in PostgreSQL: reading its rows in batches, and applying them. Also the cost of storing a message.
import type { NearbyIndex, NearbyMember } from '#server/nearby/index.ts';
import { median } from '#scripts/bench/figures.ts';
import { memberOf } from '#scripts/bench/population.ts';
import { startMessagesTarget } from '#scripts/bench/postgres-messages.ts';
import { findPostgres, startPostgres } from '#scripts/bench/postgres-server.ts';
import { microsOf } from './measure-index.ts';

const changes = 4_000;
const batch = 200;
const storedMessages = 4_096;

/** CPU microseconds of the process for a row, and the bytes of a row. */
export interface LogCosts {
  readonly followMicros: number;
  readonly changeBytes: number;
}

/**
 * The rows alternate between a moved member and a message, as JSON. A member is put into the index. A message is parsed, and its
 * recipient is looked up among the members with sockets. Without PostgreSQL the rows are only applied.
 */
export async function measureFollowing(index: NearbyIndex, members: number, rounds: number): Promise<LogCosts> {
  const binaries = findPostgres();
  const bodies = Array.from({ length: changes }, (_, number) => bodyOf(number, members));
  const connected = new Set(bodies.filter((_, number) => number % 100 === 1).map((body) => recipientOf(JSON.parse(body))));
  let known = 0;
  const apply = (body: string): void => {
    const change = JSON.parse(body) as { readonly member?: NearbyMember };
    if (change.member !== undefined) index.put(change.member);
    else if (connected.has(recipientOf(change))) known += 1;
  };
  const changeBytes = bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0) / changes;
  if (binaries === undefined) {
    console.log('PostgreSQL is absent on this machine: following the log is measured without reading it.');
    const applied = Array.from({ length: rounds + 1 }, () => microsOf(() => bodies.forEach(apply)) / changes);
    return { followMicros: median(applied.slice(1)), changeBytes };
  }
  const server = await startPostgres(binaries, { fsync: 'off' });
  try {
    const { admin } = server;
    await admin.query('create table changes (id bigserial primary key, body text not null)');
    await admin.query('insert into changes (body) select unnest($1::text[])', [bodies]);
    const micros: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const before = process.cpuUsage();
      for (let from = 0; from < changes; from += batch) {
        const text = 'select id, body from changes where id > $1 order by id limit $2';
        const { rows } = await admin.query<{ body: string }>({ name: 'follow', text, values: [from, batch] });
        for (const { body } of rows) apply(body);
      }
      const { user, system } = process.cpuUsage(before);
      micros.push((user + system) / changes);
    }
    if (known === 0) throw new Error('No change was found for a member with a socket.');
    return { followMicros: median(micros.slice(1)), changeBytes };
  } finally {
    await server.stop();
  }
}

/** CPU microseconds of PostgreSQL's backend for storing a message with all its rows. NaN without PostgreSQL. */
export async function measureStoring(rounds: number): Promise<number> {
  const target = await startMessagesTarget();
  if (target === null) return Number.NaN;
  try {
    const micros: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const before = target.cpuMicros();
      await target.insert(storedMessages, 'whole');
      micros.push((target.cpuMicros() - before) / storedMessages);
    }
    return median(micros.slice(1));
  } finally {
    await target.stop();
  }
}

function bodyOf(number: number, members: number): string {
  const { profileId } = memberOf((number * 7) % members, 0);
  if (number % 2 === 0) return JSON.stringify({ member: memberOf((number * 7) % members, 1) });
  const message = { id: crypto.randomUUID(), senderProfileId: profileId, bodyText: 'See you at the lake?', profilePicIds: [] };
  return JSON.stringify({ message: { ...message, recipientProfileId: memberOf(number % members, 0).profileId } });
}

const recipientOf = (change: object): string => String(Reflect.get(Object(Reflect.get(change, 'message')), 'recipientProfileId'));
