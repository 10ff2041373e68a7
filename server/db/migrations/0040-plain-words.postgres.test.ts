// Messages that were stored before the migration are found without their accents, also by a process of an earlier version.
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, type Db } from '#server/db/open.ts';
import { freshPostgresDatabase } from '#server/testing/app/postgres.ts';
import { migrations } from './index.ts';

/** Through the index, which PostgreSQL would not use for so few rows. */
const found = (db: Db, word: string): Promise<number> =>
  db.write(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const rows = tx
      .selectFrom('messages')
      .select('id')
      .where('pair', 'is not', null)
      .where(db.hasWords('a', [word]));
    return (await rows.execute()).length;
  });

test('earlier messages are found with and without accents, by earlier processes too', async () => {
  const { databaseUrl, remove } = await freshPostgresDatabase();
  const at = { dataDir: tmpdir(), databaseUrl };
  const older = await openDatabase({
    ...at,
    migrations: migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === '0040-plain-words'),
    ),
  });
  const opened = [older];
  onTestFinished(async () => {
    for (const db of opened) await db.close();
    await remove();
  });
  await older.write(async (tx) => {
    for (const id of ['a', 'b']) {
      await sql`insert into accounts (id, name, roles, profile_id, preferences, acknowledgements, is_test, created_ms)
        values (${id}, '', '[]', ${id}, '{}', '[]', 0, 0)`.execute(tx);
      await sql`insert into profiles (id, account_id, profilename, pic_ids, pic_ids_private, height, weight, description,
        characteristics, is_test, version, seen_ms, created_ms, updated_ms)
        values (${id}, ${id}, '', '[]', '[]', '', '', '', '[]', 0, 1, 0, 0, 0)`.execute(tx);
    }
    await sql`insert into messages (id, sequence, revision, sender_revision, pair, sender_id, recipient_id, body_text,
      pic_ids, idempotency_key, created_ms, is_read_told, is_test)
      values ('m', 1, 1, 1, 'a:b', 'a', 'b', 'Die Fähre nach Zürich', '[]', 'm', 0, 0, 0)`.execute(tx);
  });
  expect([await found(older, 'fahre'), await found(older, 'fähre')]).toEqual([0, 1]);
  const newer = await openDatabase({ ...at, migrations });
  opened.push(newer);
  for (const db of opened) for (const word of ['fahre', 'FÄHRE', 'fähre', 'zuri']) expect(await found(db, word), word).toBe(1);
});
