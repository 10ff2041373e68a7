// Migrating sessions without ids: nobody is logged out, and hidden members stay hidden.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';
import { migrations } from './index.ts';

const at = { created_ms: 1 };
const account = (id: string, preferences: string) => ({
  ...at,
  id,
  email: `${id}@example.org`,
  pending_email: null,
  name: '',
  password_hash: null,
  roles: '["USER"]',
  profile_id: `profile of ${id}`,
  preferences,
  acknowledgements: '[]',
  is_test: 0 as const,
});
const profile = (id: string) => ({
  ...at,
  id: `profile of ${id}`,
  account_id: id,
  profilename: id,
  pic_ids: '[]',
  pic_ids_private: '[]',
  birthdate: null,
  height: '',
  weight: '',
  height_cm: null,
  weight_kg: null,
  description: '',
  characteristics: '[]',
  is_test: 0 as const,
  version: 1,
  seen_ms: 1,
  updated_ms: 1,
});
const position = (id: string, is_hidden: 0 | 1) => ({
  profile_id: `profile of ${id}`,
  cell_i: 1,
  cell_j: 1,
  cell_side: 1_000,
  use_kind: 'OVERRIDE' as const,
  is_hidden,
  effective_until_ms: 9e12,
  updated_ms: 1,
});
const session = (id_hash: string, account_id: string) => ({
  ...at,
  id_hash,
  account_id,
  profile_id: `profile of ${account_id}`,
  is_remembered: 0 as const,
  show_nsfw: 0 as const,
  device: 'a phone',
  signed_in_ms: 1,
  by_link: 1 as const,
  seen_ms: 1,
  idle_until_ms: 9e12,
  ends_ms: 9e12,
});

test('existing sessions get an id each, and members hidden on the map stay hidden', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'community-migration-'));
  const before = await openDatabase<Schema>({ dataDir, migrations: migrations.slice(0, 5) });
  await before.write(async (tx) => {
    await tx
      .insertInto('accounts')
      .values([account('anna', '{"theme":"dark"}'), account('boris', '{}')])
      .execute();
    await tx
      .insertInto('profiles')
      .values([profile('anna'), profile('boris')])
      .execute();
    await tx
      .insertInto('positions')
      .values([position('anna', 1), position('boris', 0)])
      .execute();
    // The column does not exist yet.
    const rows = ['one', 'two'].map((hash) => session(hash, 'anna')) as (ReturnType<typeof session> & { id: string })[];
    await tx.insertInto('sessions').values(rows).execute();
  });
  await before.close();

  const after = await openDatabase<Schema>({ dataDir, migrations });
  const ids = (await after.read.selectFrom('sessions').select('id').execute()).map(({ id }) => id);
  const chosen = await after.read.selectFrom('accounts').select(['id', 'preferences']).orderBy('id').execute();
  await after.close();
  await rm(dataDir, { recursive: true });
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(chosen.map(({ preferences }) => JSON.parse(preferences))).toEqual([{ theme: 'dark', hide: true }, {}]);
});
