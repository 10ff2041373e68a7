// Migrating to the full-text index: earlier messages are found too.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { migrations } from './index.ts';

const [anton, boris] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

test('earlier messages are indexed, broadcasts and withdrawn messages are not', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'search-'));
  try {
    const place = migrations.findIndex(({ name }) => name === '0011-search');
    const before = await openDatabase({ dataDir, migrations: migrations.slice(0, place) });
    await before.write(async (tx) => {
      for (const [id, profile] of [
        ['account-a', anton],
        ['account-b', boris],
      ]) {
        await sql`insert into accounts (id, name, roles, profile_id, preferences, acknowledgements, is_test, created_ms)
          values (${id}, '', '[]', ${profile}, '{}', '[]', 0, 0)`.execute(tx);
        await sql`insert into profiles (id, account_id, profilename, pic_ids, pic_ids_private, height, weight, description,
          characteristics, is_test, version, seen_ms, created_ms, updated_ms)
          values (${profile}, ${id}, '', '[]', '[]', '', '', '', '[]', 0, 1, 0, 0, 0)`.execute(tx);
      }
      const said: [number, string | null, string][] = [
        [1, boris, 'the ferry leaves'],
        [2, null, 'a ferry, everybody'],
        [3, boris, ''],
      ];
      for (const [sequence, to, text] of said)
        await sql`insert into messages (id, sequence, revision, sender_revision, pair, sender_id, recipient_id, body_text, pic_ids,
          idempotency_key, created_ms, is_read_told, is_test)
          values (${`m${sequence}`}, ${sequence}, 1, 1, ${to && `${anton}:${to}`}, ${anton}, ${to}, ${text}, '[]',
          ${`k${sequence}`}, 0, 0, 0)`.execute(tx);
    });
    await before.close();

    const after = await openDatabase({ dataDir, migrations });
    for (const [member, word] of [
      [anton, 'ferry'],
      [boris, 'leav'],
    ] as const) {
      const found = await after.read
        .selectFrom('messages')
        .select('id')
        .where(after.hasWords(member, [word]))
        .execute();
      expect(found).toEqual([{ id: 'm1' }]);
    }
    await after.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
