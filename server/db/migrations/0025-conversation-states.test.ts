// Migrating to the states of conversations: those of earlier messages are computed once.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { migrations } from './index.ts';

test('earlier conversations have the newest message that each member sees', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'states-'));
  try {
    const place = migrations.findIndex(({ name }) => name === '0025-conversation-states');
    const before = await openDatabase({ dataDir, migrations: migrations.slice(0, place) });
    await before.write(async (tx) => {
      for (const id of ['a', 'b', 'c']) {
        await sql`insert into accounts (id, name, roles, profile_id, preferences, acknowledgements, is_test, created_ms)
          values (${id}, '', '[]', ${id}, '{}', '[]', 0, 0)`.execute(tx);
        await sql`insert into profiles (id, account_id, profilename, pic_ids, pic_ids_private, height, weight, description,
          characteristics, is_test, version, seen_ms, created_ms, updated_ms)
          values (${id}, ${id}, '', '[]', '[]', '', '', '', '[]', 0, 1, 0, 0, 0)`.execute(tx);
      }
      const sent: [number, string, string, Record<string, number>][] = [
        [1, 'a', 'b', {}],
        [2, 'b', 'a', { read_ms: 5, recipient_deleted_ms: 6 }],
        [3, 'a', 'b', { sender_deleted_ms: 7 }],
        [4, 'a', 'c', {}],
      ];
      for (const [sequence, from, to, marks] of sent)
        await sql`insert into messages (id, sequence, revision, sender_revision, pair, sender_id, recipient_id, body_text, pic_ids,
          idempotency_key, created_ms, read_ms, is_read_told, recipient_deleted_ms, sender_deleted_ms, is_test)
          values (${`m${sequence}`}, ${sequence}, 1, 1, ${`${[from, to].toSorted().join(':')}`}, ${from}, ${to}, 'text', '[]',
          ${`k${sequence}`}, ${sequence * 10}, ${marks.read_ms ?? null}, 0, ${marks.recipient_deleted_ms ?? null},
          ${marks.sender_deleted_ms ?? null}, 0)`.execute(tx);
      for (const [from, to] of ['ab', 'ba', 'ac', 'ca'])
        await sql`insert into conversations (profile_id, peer_id, pair)
          values (${from}, ${to}, ${`${[from, to].toSorted().join(':')}`})`.execute(tx);
    });
    await before.close();

    const after = await openDatabase({ dataDir, migrations });
    const rows = await after.read.selectFrom('conversations').selectAll().orderBy('pair').orderBy('profile_id').execute();
    await after.close();
    const columns = [
      'newest_sequence',
      'newest_ms',
      'has_written',
      'received_shown',
      'has_hidden_read',
      'known_revision',
    ] as const;
    expect(rows.map((row) => [`${row.profile_id} ${row.peer_id}`, ...columns.map((column) => row[column])])).toEqual([
      ['a b', 1, 10, 1, 0, 1, 3],
      ['b a', 3, 30, 1, 2, 0, 3],
      ['a c', 4, 40, 1, 0, 0, 4],
      ['c a', 4, 40, 0, 1, 0, 4],
    ]);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
