// Stores test users: their accounts, profiles and pictures.
import type { Kysely } from 'kysely';
import { heightCmOf, weightKgOf } from '#shared/rules/measures.ts';
import { testUserAddress } from '#shared/rules/test-users.ts';
import { newAccountRow, newProfileRow } from '#server/db/new-member-rows.ts';
import type { Schema } from '#server/db/schema.ts';
import { countRows } from '#server/db/row-counts.ts';
import type { DrawnRow } from './drawn-pictures.ts';
import type { InventedPerson } from './invented-people.ts';

export interface NewTestUser extends InventedPerson {
  readonly accountId: string;
  readonly profileId: string;
  /** Public pictures first. */
  readonly pictures: readonly { readonly id: string; readonly drawing: number; readonly row: DrawnRow }[];
}

export function createTestUsersStore(db: Kysely<Schema>) {
  return {
    async count(): Promise<number> {
      return countRows(db.selectFrom('accounts').where('is_test', '=', 1));
    },

    async accountIds(limit: number): Promise<string[]> {
      const rows = await db.selectFrom('accounts').select('id').where('is_test', '=', 1).limit(limit).execute();
      return rows.map(({ id }) => id);
    },

    /**
     * Inserts a test user without a profile name, so that they are not listed yet. Picture rows precede the files, so that no sweep
     * removes the files.
     */
    async insert({ accountId, profileId, pictures, ...person }: NewTestUser, nowMs: number): Promise<void> {
      const joinedMs = nowMs - person.joinedAgoMs;
      await db
        .insertInto('accounts')
        .values(
          newAccountRow({
            id: accountId,
            email: testUserAddress(accountId),
            name: person.name,
            profile_id: profileId,
            preferences: JSON.stringify({ privatePictures: 'everyone' }),
            is_test: 1,
            created_ms: nowMs,
          }),
        )
        .execute();
      await db
        .insertInto('profiles')
        .values(
          newProfileRow({
            id: profileId,
            account_id: accountId,
            birthdate: person.birthdate,
            height: person.height,
            weight: person.weight,
            height_cm: heightCmOf(person.height),
            weight_kg: weightKgOf(person.weight),
            description: person.description,
            characteristics: JSON.stringify(person.characteristics),
            is_test: 1,
            seen_ms: nowMs - person.seenAgoMs,
            created_ms: joinedMs,
          }),
        )
        .execute();
      for (const { id, row } of pictures)
        await db
          .insertInto('pictures')
          .values({ id, profile_id: profileId, created_ms: nowMs, ...row })
          .execute();
    },

    /** Sets name and pictures once the files exist, so that the test user is listed. */
    async show({ profileId, name, pictures, publicPictures }: NewTestUser, nowMs: number): Promise<void> {
      const ids = pictures.map(({ id }) => id);
      await db
        .updateTable('profiles')
        .set({
          profilename: name,
          pic_ids: JSON.stringify(ids.slice(0, publicPictures)),
          pic_ids_private: JSON.stringify(ids.slice(publicPictures)),
          updated_ms: nowMs,
          shown_updated_ms: nowMs,
        })
        .where('id', '=', profileId)
        .execute();
    },
  };
}
