// The words of deleted messages are removed from the full-text index in small writes, between other writes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrations } from './migrations/index.ts';
import { openDatabase, type Db } from './open.ts';

const [anton, boris] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const many = 500;
let dataDir: string;
let db: Db;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'deleted-words-'));
  db = await openDatabase({ dataDir, migrations });
  await db.write(async (tx) => {
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
  });
});
afterEach(async () => {
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

const say = (sequence: number, text: string) =>
  db.write((tx) =>
    sql`insert into messages (id, sequence, revision, sender_revision, pair, sender_id, recipient_id, body_text, pic_ids,
      idempotency_key, created_ms, is_read_told, is_test)
      values (${`m${sequence}`}, ${sequence}, 1, 1, ${`${anton}:${boris}`}, ${anton}, ${boris}, ${text}, '[]',
      ${`k${sequence}`}, 0, 0, 0)`.execute(tx),
  );
const deleteTo = (last: number) => db.write((tx) => tx.deleteFrom('messages').where('sequence', '<=', last).execute());
const found = async (word: string) =>
  (
    await db.read
      .selectFrom('messages')
      .select('id')
      .where(db.hasWords(boris, [word]))
      .execute()
  ).map(({ id }) => id);

/** Whether the index contains these letters anywhere. */
const isIndexed = async (word: string): Promise<boolean> => {
  const { rows } = await sql<{ block: Buffer }>`select block from message_words_data`.execute(db.read);
  return rows.some(({ block }) => block.includes(word));
};
const toForget = async (): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count from message_words_to_forget`.execute(db.read)).rows[0]?.count ?? 0;

async function sayMany(): Promise<void> {
  await Promise.all(Array.from({ length: many }, (_, n) => say(n + 1, `quokka number ${n + 1}`)));
  await say(many + 1, 'a wombat');
}

test('deleted messages are no longer found, and their words are removed from the index during other writes', async () => {
  await sayMany();
  await deleteTo(many);
  expect([await found('quokka'), await toForget()]).toEqual([[], many]);

  let isRemoved = false;
  const removing = db.removeDeletedWords().then(() => (isRemoved = true));
  await say(many + 2, 'another wombat');
  expect(isRemoved).toBe(false);
  expect(await toForget()).toBeGreaterThan(many / 2);
  await removing;
  expect(await toForget()).toBe(0);
  expect(await isIndexed('quokka')).toBe(false);
  expect(await found('wombat')).toEqual([`m${many + 1}`, `m${many + 2}`]);
});

test('messages deleted during the removal are removed too', async () => {
  await sayMany();
  await deleteTo(many / 2);
  const first = db.removeDeletedWords();
  await deleteTo(many);
  await Promise.all([first, db.removeDeletedWords()]);
  expect(await toForget()).toBe(0);
  expect(await isIndexed('quokka')).toBe(false);
});

test('words left when the process ended are removed by the next one', async () => {
  await sayMany();
  await deleteTo(many);
  const cut = db.removeDeletedWords();
  await db.close();
  await cut;
  db = await openDatabase({ dataDir, migrations });
  expect(await toForget()).toBeGreaterThan(0);
  expect(await found('quokka')).toEqual([]);
  await db.removeDeletedWords();
  expect(await isIndexed('quokka')).toBe(false);
  expect(await found('wombat')).toHaveLength(1);
});

test('deleted messages whose words are still in the index do not take the place of others in a search', async () => {
  await sayMany();
  await db.write((tx) => tx.deleteFrom('messages').where('sequence', '>', 1).execute());
  const newest = await db.read
    .selectFrom('messages')
    .select('id')
    .where(db.hasWords(boris, ['quokka'], { limit: 1 }))
    .execute();
  expect(newest).toEqual([{ id: 'm1' }]);
});
