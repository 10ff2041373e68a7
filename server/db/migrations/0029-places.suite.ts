// A process of an earlier version stores messages while a newer one has already migrated the database.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase, type Db } from '#server/db/open.ts';
import { compiledInsert, createMessagesStore, pairOf, type StoredMessage } from '#server/features/messages/messages.store.ts';
import { migrations } from './index.ts';

interface EmptyDatabase {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  remove(): Promise<void>;
}

const messagesOf = (db: Db) => db.read.selectFrom('messages').orderBy('pair').orderBy('sequence');

export function messagesOfEarlierProcesses(newDatabase: () => Promise<EmptyDatabase>): void {
  /** Opens the database as an earlier process, before the migration `name`. `openNewer` opens it with all migrations. */
  async function withEarlierProcess<T>(
    name: string,
    work: (db: { older: Db; openNewer: () => Promise<Db> }) => Promise<T>,
  ): Promise<void> {
    const at = await newDatabase();
    const before = migrations.slice(
      0,
      migrations.findIndex((migration) => migration.name === name),
    );
    const open: Db[] = [await openDatabase({ ...at, migrations: before })];
    const older = open[0] as Db;
    try {
      await addMembers(older);
      const openNewer = async () => {
        const newer = await openDatabase({ ...at, migrations });
        open.push(newer);
        return newer;
      };
      await work({ older, openNewer });
    } finally {
      for (const db of open) await db.close();
      await at.remove();
    }
  }

  test('messages of an earlier process are numbered in their order with those of the newer one', () =>
    withEarlierProcess('0023-sequences', async ({ older, openNewer }) => {
      await storeAsBefore(older, 'a', 'b', 'first');
      const newer = await openNewer();
      await storeAsBefore(older, 'b', 'a', 'second');
      expect((await storeAsNow(newer, 'a', 'b', 'third'))?.place).toBe(3);
      await storeAsBefore(older, 'a', 'b', 'fourth');
      await storeAsBefore(older, 'a', 'c', 'to another');
      expect((await storeAsNow(newer, 'b', 'a', 'fifth'))?.place).toBe(5);
      await storeAsBefore(older, 'a', null, 'to an area');
      const rows = await messagesOf(newer).where('pair', '=', 'a:b').select(['body_text', 'place']).execute();
      expect(rows).toEqual(
        ['first', 'second', 'third', 'fourth', 'fifth'].map((body_text, index) => ({ body_text, place: index + 1 })),
      );
      const others = await messagesOf(newer).where('body_text', 'like', 'to %').select(['body_text', 'place']).execute();
      expect(others).toHaveLength(2);
      expect(others).toContainEqual({ body_text: 'to another', place: 1 });
      expect(others).toContainEqual({ body_text: 'to an area', place: 0 });
    }));

  test('messages that were stored without a number before this migration are numbered by it', () =>
    withEarlierProcess('0029-places', async ({ older, openNewer }) => {
      await storeWithPlace(older, 'a', 'b', 'first');
      await storeAsBefore(older, 'b', 'a', 'second');
      await storeWithPlace(older, 'a', 'b', 'third');
      await storeWithPlace(older, 'a', 'c', 'to another');
      expect(await messagesOf(older).select('place').execute()).toEqual([1, 0, 1, 1].map((place) => ({ place })));
      const newer = await openNewer();
      expect(await messagesOf(newer).select('place').execute()).toEqual([1, 2, 3, 1].map((place) => ({ place })));
    }));
}

async function addMembers(db: Db): Promise<void> {
  await db.write(async (tx) => {
    for (const id of ['a', 'b', 'c']) {
      await sql`insert into accounts (id, name, roles, profile_id, preferences, acknowledgements, is_test, created_ms)
        values (${id}, '', '[]', ${id}, '{}', '[]', 0, 0)`.execute(tx);
      await sql`insert into profiles (id, account_id, profilename, pic_ids, pic_ids_private, height, weight, description,
        characteristics, is_test, version, seen_ms, created_ms, updated_ms)
        values (${id}, ${id}, '', '[]', '[]', '', '', '', '[]', 0, 1, 0, 0, 0)`.execute(tx);
    }
  });
}

/** A row with the columns that messages had before they had numbers. */
const storeAsBefore = (db: Db, from: string, to: string | null, text: string) => storeRow(db, [from, to], text);

/** A row with the columns that messages had before this migration. */
const storeWithPlace = (db: Db, from: string, to: string, text: string) =>
  storeRow(db, [from, to], text, {
    column: sql`, place`,
    value: sql`, coalesce((select newest.place from messages as newest where newest.pair = ${pairOf(from, to)}
      order by newest.sequence desc limit 1), 0) + 1`,
  });

const storeRow = (db: Db, [from, to]: readonly [string, string | null], text: string, place = { column: sql``, value: sql`` }) =>
  db.write(async (tx) => {
    const pair = to === null ? null : pairOf(from, to);
    await db.lock(tx, pair ?? 'area');
    const sequence = await db.nextSequence(tx);
    await sql`insert into messages (id, sequence, revision, sender_revision, pair, sender_id, recipient_id, sector, body_text,
      pic_ids, idempotency_key, created_ms, is_read_told, is_test ${place.column})
      values (${text}, ${sequence}, ${sequence}, ${sequence}, ${pair}, ${from}, ${to}, ${to === null ? '1:1' : null}, ${text},
      '[]', ${text}, 0, 0, 0 ${place.value})`.execute(tx);
  });

const storeAsNow = (db: Db, from: string, to: string, text: string): Promise<StoredMessage | null> =>
  db.write(async (tx) => {
    const pair = pairOf(from, to);
    await db.lock(tx, pair);
    const sequence = await db.nextSequence(tx);
    return createMessagesStore(tx, compiledInsert(db.read)).insertOnce({
      id: text,
      sequence,
      revision: sequence,
      sender_revision: sequence,
      changes: 0,
      sender_changes: 0,
      pair,
      sender_id: from,
      recipient_id: to,
      sector: null,
      body_text: text,
      picIds: [],
      idempotency_key: text,
      created_ms: 0,
      read_ms: null,
      is_read_told: 0,
      recipient_deleted_ms: null,
      sender_deleted_ms: null,
      is_test: 0,
      reply_to_id: null,
      sender_reaction: null,
      recipient_reaction: null,
      view_once: null,
    });
  });
