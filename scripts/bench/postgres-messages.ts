// Inserts messages durably into PostgreSQL to be measured: plain rows, 64 per commit, or all rows of the service, 64 per statement.
import { browserOf } from '#server/testing/app/browser.ts';
import { memberOf } from '#server/testing/app/members.ts';
import { openTestWorld } from '#server/testing/app/test-world.ts';
import { microsOfProcess } from './bench-target.ts';
import { findPostgres, startPostgres } from './postgres-server.ts';

const text = 'Hello there, shall we meet for a coffee on Saturday? I know a place near the lake.';
const rowsACommit = 64;
const members = 256;

/** Resolves to null if PostgreSQL is not installed. */
export async function startMessagesTarget() {
  const binaries = findPostgres();
  if (binaries === undefined) return null;
  const server = await startPostgres(binaries, { fsync: 'on', synchronous_commit: 'on', shared_buffers: '512MB' });
  const { admin, port } = server;
  const test = await openTestWorld({ databaseUrl: `postgres://postgres@127.0.0.1:${port}/postgres` });
  const { ids, config } = test.world;
  const people: string[] = [];
  for (let n = 0; n < members; n += 1) people.push((await memberOf(test.world, browserOf(config.publicUrl), {})).profileId);
  await admin.query(`create table bare (id text primary key, sequence bigint, revision bigint, sender_revision bigint, pair text,
      sender_id text, recipient_id text, body_text text, idempotency_key text, created_ms bigint,
      unique (sender_id, idempotency_key));
    create index on bare (pair, sequence);
    create index on bare (sender_id, sender_revision);
    create index on bare (recipient_id, revision)`);
  const { rows } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  let sequence = 0;

  const valuesOf = (n: number): readonly [sender: string, recipient: string, values: unknown[]] => {
    const [sender = '', recipient = ''] = [people[n % 64], people[64 + ((n * 3) % (members - 64))]];
    const order = (sequence += 1);
    return [
      sender,
      recipient,
      [ids.uuid(), order, order, order, [sender, recipient].toSorted().join(':'), sender, recipient, text, ids.uuid(), order],
    ];
  };

  async function insertBare(n: number): Promise<void> {
    const [, , values] = valuesOf(n);
    await admin.query({ name: 'bare', text: `insert into bare values (${placeholders}) ${ignoreDuplicates}`, values });
  }

  /** Makes as few round trips as possible: one statement with a commit of its own. */
  async function insertWhole(from: number, to: number): Promise<void> {
    const rows = Array.from({ length: to - from }, (_, at) => [...valuesOf(from + at)[2], ids.uuid()]);
    const columns = Array.from({ length: rows[0]?.length ?? 0 }, (_, column) => rows.map((row) => row[column]));
    await admin.query({ name: 'whole', text: wholeBatch, values: columns });
  }

  return {
    /** Returns the CPU time of the backend process since its start. */
    cpuMicros: (): number => microsOfProcess(pid),
    async insert(count: number, what: 'bare' | 'whole'): Promise<void> {
      for (let from = 0; from < count; from += rowsACommit) {
        const to = Math.min(from + rowsACommit, count);
        if (what === 'whole') {
          await insertWhole(from, to);
          continue;
        }
        await admin.query('begin');
        for (let n = from; n < to; n += 1) await insertBare(n);
        await admin.query('commit');
      }
    },
    async stop(): Promise<void> {
      await test.close();
      await server.stop();
    },
  };
}

const placeholders = '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10';
const ignoreDuplicates = 'on conflict (sender_id, idempotency_key) do nothing';

/** Inserts messages with their numbers, conversations and notifications, and returns the devices to notify. */
const wholeBatch = `with sent as (
    select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
      $10::bigint[], $11::text[])
      as row (id, sequence, revision, sender_revision, pair, sender_id, recipient_id, body_text, idempotency_key, created_ms, notification_id)
  ), stored as (
    insert into messages (id, sequence, revision, sender_revision, pair, sender_id, recipient_id, body_text, idempotency_key, created_ms,
      place, pic_ids, is_read_told, is_test)
    select id, sequence, revision, sender_revision, pair, sender_id, recipient_id, body_text, idempotency_key, created_ms,
      coalesce((select newest.place from messages as newest where newest.pair = sent.pair order by newest.sequence desc limit 1), 0)
        + row_number() over (partition by pair order by sequence), '[]', 0, 0
    from sent on conflict (sender_id, idempotency_key) do nothing returning id, pair, sender_id, recipient_id, created_ms
  ), opened as (
    insert into conversations (profile_id, peer_id, pair)
    select profile_id, peer_id, pair from (
      select sender_id as profile_id, recipient_id as peer_id, pair from stored
      union select recipient_id, sender_id, pair from stored) as both_sides
    where not exists (select 1 from conversations as known
      where known.profile_id = both_sides.profile_id and known.peer_id = both_sides.peer_id)
    on conflict do nothing
  ), told as (
    insert into notifications (id, profile_id, kind, about_profile_id, body_text, url, created_ms)
    select distinct on (sent.recipient_id, sent.sender_id) sent.notification_id, sent.recipient_id, 'message', sent.sender_id,
      'Somebody wrote to you.', '/chat/personal/' || sent.sender_id, sent.created_ms
    from sent join stored on stored.id = sent.id order by sent.recipient_id, sent.sender_id, sent.sequence desc
    on conflict (profile_id, kind, about_profile_id) do update
      set body_text = excluded.body_text, url = excluded.url, created_ms = excluded.created_ms returning id
  )
  select stored.id, device.id as device from stored left join push_subscriptions as device on device.profile_id = stored.recipient_id`;
