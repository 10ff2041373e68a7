// Migrating to numbers by conversation: earlier messages keep their order.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { migrations } from './index.ts';

const people = ['a', 'b', 'c'] as const;

test('the messages of each conversation are numbered from 1 in their order, and broadcasts are not', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sequences-'));
  try {
    const place = migrations.findIndex(({ name }) => name === '0023-sequences');
    const before = await openDatabase({ dataDir, migrations: migrations.slice(0, place) });
    await before.write(async (tx) => {
      for (const id of people) {
        await sql`insert into accounts (id, name, roles, profile_id, preferences, acknowledgements, is_test, created_ms)
          values (${id}, '', '[]', ${id}, '{}', '[]', 0, 0)`.execute(tx);
        await sql`insert into profiles (id, account_id, profilename, pic_ids, pic_ids_private, height, weight, description,
          characteristics, is_test, version, seen_ms, created_ms, updated_ms)
          values (${id}, ${id}, '', '[]', '[]', '', '', '', '[]', 0, 1, 0, 0, 0)`.execute(tx);
      }
      const sent: [number, string, string | null][] = [
        [12, 'a', 'b'],
        [3, 'a', 'b'],
        [4, 'c', 'a'],
        [7, 'b', 'a'],
        [8, 'a', null],
        [9, 'a', 'c'],
      ];
      for (const [sequence, from, to] of sent)
        await sql`insert into messages (id, sequence, revision, sender_revision, pair, sender_id, recipient_id, sector, body_text,
          pic_ids, idempotency_key, created_ms, is_read_told, is_test)
          values (${`m${sequence}`}, ${sequence}, ${sequence + 90}, 1, ${to && [from, to].toSorted().join(':')}, ${from}, ${to},
          ${to === null ? '1:1' : null}, 'text', '[]', ${`k${sequence}`}, 0, 0, 0)`.execute(tx);
    });
    await before.close();

    const after = await openDatabase({ dataDir, migrations });
    const rows = await after.read
      .selectFrom('messages')
      .select(['sequence', 'place', 'changes', 'sender_changes', 'revision'])
      .orderBy('sequence')
      .execute();
    await after.close();
    expect(rows.map(({ sequence, place }) => [sequence, place])).toEqual([
      [3, 1],
      [4, 1],
      [7, 2],
      [8, 0],
      [9, 2],
      [12, 3],
    ]);
    for (const { sequence, ...row } of rows)
      expect(row).toMatchObject({ changes: 0, sender_changes: 0, revision: sequence + 90 });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
