// Messages of an earlier process in a migrated SQLite file, and its reply when it lacks a function that a trigger needs.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { messagesOfEarlierProcesses } from './0029-places.suite.ts';
import { migrations } from './index.ts';

async function newDatabase() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'places-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

messagesOfEarlierProcesses(newDatabase);

test('a write whose trigger needs a function of a newer process is refused as unavailable and stores nothing', async () => {
  const { dataDir, remove } = await newDatabase();
  const older = await openDatabase({ dataDir, migrations });
  const newer = {
    name: 'of-a-newer-version',
    up: async (db: Parameters<(typeof migrations)[number]['up']>[0]) => {
      await sql`create trigger newer_words after insert on epochs begin select newer_function(new.id); end`.execute(db);
    },
  };
  const [row, rowBefore] = [
    { id: 'a', first_revision: 1 },
    { id: 'b', first_revision: 2 },
  ];
  try {
    await older.write((tx) => tx.insertInto('epochs').values(rowBefore).execute());
    await (await openDatabase({ dataDir, migrations: [...migrations, newer] })).close();
    const refused = older.write((tx) => tx.insertInto('epochs').values(row).execute());
    await expect(refused).rejects.toMatchObject({ code: 'database-unavailable' });
    expect(await older.read.selectFrom('epochs').select('id').execute()).toEqual([{ id: 'b' }]);
  } finally {
    await older.close();
    await remove();
  }
});
