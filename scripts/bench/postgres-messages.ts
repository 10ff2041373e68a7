// Message inserts in PostgreSQL with durable settings, 64 per commit: plain rows, or all rows that the service stores.
import { compiledPut } from '#server/features/notifications/notifications.store.ts';
import { compiledDeviceIds } from '#server/features/notifications/push-queue.store.ts';
import { browserOf } from '#server/testing/app/browser.ts';
import { memberOf } from '#server/testing/app/members.ts';
import { openTestWorld } from '#server/testing/app/test-world.ts';
import { microsOfProcess } from './bench-target.ts';
import { findPostgres, startPostgres } from './postgres-server.ts';

const text = 'Hello there, shall we meet for a coffee on Saturday? I know a place near the lake.';
const rowsACommit = 64;
const members = 256;

/** Resolves with null if PostgreSQL is not installed. */
export async function startMessagesTarget() {
  const binaries = findPostgres();
  if (binaries === undefined) return null;
  const server = await startPostgres(binaries, { fsync: 'on', synchronous_commit: 'on', shared_buffers: '512MB' });
  const { admin, port } = server;
  const test = await openTestWorld({ databaseUrl: `postgres://postgres@127.0.0.1:${port}/postgres` });
  const { db, ids, config } = test.world;
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
  const [put, devicesOf] = [compiledPut(db.read), compiledDeviceIds(db.read)];
  const run = ({ sql, parameters }: { readonly sql: string; readonly parameters: readonly unknown[] }, name: string) =>
    admin.query({ name, text: sql, values: [...parameters] });
  let sequence = 0;

  const valuesOf = (n: number): readonly [sender: string, recipient: string, values: unknown[]] => {
    const [sender = '', recipient = ''] = [people[n % 64], people[64 + ((n * 3) % (members - 64))]];
    const order = (sequence += 1);
    return [
      sender,
      recipient,
      [ids.uuid(), order, order, order, `${sender}:${recipient}`, sender, recipient, text, ids.uuid(), order],
    ];
  };

  async function insertBare(n: number): Promise<void> {
    const [, , values] = valuesOf(n);
    await admin.query({ name: 'bare', text: `insert into bare values (${placeholders}) ${ignoreDuplicates}`, values });
  }

  /** With a savepoint, so a refused message does not fail the others of the commit. */
  async function insertWhole(n: number): Promise<void> {
    const [sender, recipient, values] = valuesOf(n);
    await admin.query('savepoint member');
    await admin.query({
      name: 'whole',
      text: `insert into messages (id, sequence, revision, sender_revision, pair, sender_id, recipient_id, body_text, idempotency_key,
        created_ms, pic_ids, is_read_told, is_test) values (${placeholders}, '[]', 0, 0) ${ignoreDuplicates}`,
      values,
    });
    const url = `/chat/personal/${sender}`;
    const about = { id: ids.uuid(), profile_id: recipient, kind: 'message', about_profile_id: sender } as const;
    await run(put({ ...about, body_text: 'Somebody wrote to you.', url, created_ms: sequence }), 'notification');
    await run(devicesOf(recipient), 'devices');
    await admin.query('release member');
  }

  return {
    /** CPU time of the backend process since its start. */
    cpuMicros: (): number => microsOfProcess(pid),
    /** One statement per message, as for separate members. */
    async insert(count: number, what: 'bare' | 'whole'): Promise<void> {
      const insert = what === 'bare' ? insertBare : insertWhole;
      for (let from = 0; from < count; from += rowsACommit) {
        await admin.query('begin');
        for (let n = from; n < Math.min(from + rowsACommit, count); n += 1) await insert(n);
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
