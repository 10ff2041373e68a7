// The bare rows of messages in a PostgreSQL that is set up to keep them, 64 a commit.
import { microsOfProcess } from './peer.ts';
import { findPostgres, startPostgres } from './postgres-server.ts';

const text = 'Hello there, shall we meet for a coffee on Saturday? I know a place near the lake.';
const rowsACommit = 64;

/** Resolves with null where there is no PostgreSQL. */
export async function startMessagesPeer() {
  const binaries = findPostgres();
  if (binaries === undefined) return null;
  const { admin, stop } = await startPostgres(binaries, { fsync: 'on', synchronous_commit: 'on', shared_buffers: '512MB' });
  const { rows } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  return {
    stop,
    /** Of the server's process that does the work, since it began. */
    cpuMicros: (): number => microsOfProcess(pid),
    empty: () => admin.query(tables),
    /** A server whose members each wait for an answer sends a statement for each of them; one for all 64 is as fast as it gets. */
    async insert(count: number, rowsAStatement: 1 | 64): Promise<void> {
      for (let from = 0; from < count; from += rowsACommit) {
        const end = Math.min(from + rowsACommit, count);
        await admin.query('begin');
        for (let n = from; n < end; n += rowsAStatement) await admin.query(insertOf(n, Math.min(n + rowsAStatement, end)));
        await admin.query('commit');
      }
    },
  };
}

const tables = `drop table if exists messages;
  create table messages (id text primary key, sequence bigint, revision bigint, sender_revision bigint, pair text,
    sender_id text, recipient_id text, body_text text, idempotency_key text, created_ms bigint,
    unique (sender_id, idempotency_key));
  create index by_pair on messages (pair, sequence);
  create index by_sender on messages (sender_id, sender_revision);
  create index by_recipient on messages (recipient_id, revision)`;

function insertOf(from: number, to: number) {
  const rows = Array.from({ length: to - from }, (_, place) => {
    const n = from + place;
    const [sender, recipient] = [`sender ${n % 64}`, `recipient ${n % 200}`];
    return [crypto.randomUUID(), n, n, n, sender + recipient, sender, recipient, text, crypto.randomUUID(), n];
  });
  return {
    name: 'insert',
    text: `insert into messages select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[],
      $7::text[], $8::text[], $9::text[], $10::bigint[]) on conflict (sender_id, idempotency_key) do nothing`,
    values: (rows[0] ?? []).map((_, column) => rows.map((row) => row[column])),
  };
}
