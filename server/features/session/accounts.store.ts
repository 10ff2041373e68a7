// Stores accounts, and the empty profile with which each account starts.
import type { Kysely, Selectable } from 'kysely';
import type { AccountRole } from '#shared/rules/roles.ts';
import { newAccountRow, newProfileRow } from '#server/db/new-member-rows.ts';
import type { AccountsTable, Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/open.ts';
import { hasChanged, hasRow } from '#server/db/row-counts.ts';
import type { World } from '#server/world.ts';

/** The acknowledgements that a member accepted when they registered, or registered again after a change of the text, as evidence. */
export interface AcknowledgementRecord {
  readonly accepted: readonly string[];
  readonly textVersion: string;
  readonly atMs: number;
  readonly ip: string;
}

export interface Account extends Omit<Selectable<AccountsTable>, 'roles' | 'preferences' | 'acknowledgements'> {
  readonly roles: readonly AccountRole[];
  /** Only preferences that the member has set. The others have their defaults. */
  readonly preferences: Readonly<Record<string, unknown>>;
  readonly acknowledgements: readonly AcknowledgementRecord[];
}

export interface NewAccount {
  readonly id: string;
  readonly profileId: string;
  readonly email: string;
  readonly acknowledgements: readonly AcknowledgementRecord[];
  readonly nowMs: number;
}

export interface AccountChange {
  readonly name?: string;
  readonly email?: string;
  readonly pendingEmail?: string | null;
  readonly passwordHash?: string;
  readonly roles?: readonly AccountRole[];
  readonly preferences?: Readonly<Record<string, unknown>>;
  readonly acknowledgements?: readonly AcknowledgementRecord[];
}

/** Call it before the account is read, in a transaction that changes it or logs in by its password. */
export const lockAccount = ({ db }: Pick<World, 'db'>, tx: Tx, profileId: string): Promise<void> =>
  db.lock(tx, `account:${profileId}`);

const accountOf = (row: Selectable<AccountsTable>): Account => ({
  ...row,
  roles: JSON.parse(row.roles) as AccountRole[],
  preferences: JSON.parse(row.preferences) as Record<string, unknown>,
  acknowledgements: JSON.parse(row.acknowledgements) as AcknowledgementRecord[],
});

const json = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value));

export function createAccountsStore(db: Kysely<Schema>) {
  const findBy = async (column: 'id' | 'email' | 'profile_id', value: string): Promise<Account | null> => {
    const row = await db.selectFrom('accounts').selectAll().where(column, '=', value).executeTakeFirst();
    return row ? accountOf(row) : null;
  };

  return {
    find: (id: string) => findBy('id', id),
    findByEmail: (email: string) => findBy('email', email),
    findByProfile: (profileId: string) => findBy('profile_id', profileId),

    async hasPrivatePictures(profileId: string): Promise<boolean> {
      const ofProfile = db.selectFrom('profiles').select('id').where('id', '=', profileId);
      return hasRow(ofProfile.where('pic_ids_private', '!=', '[]'));
    },

    /** The profile has no name yet, so it appears in no list. */
    async insert({ id, profileId, email, acknowledgements, nowMs }: NewAccount): Promise<void> {
      await db
        .insertInto('accounts')
        .values(
          newAccountRow({
            id,
            email,
            profile_id: profileId,
            acknowledgements: JSON.stringify(acknowledgements),
            created_ms: nowMs,
          }),
        )
        .execute();
      await db
        .insertInto('profiles')
        .values(newProfileRow({ id: profileId, account_id: id, created_ms: nowMs }))
        .execute();
    },

    /** Ends the wait for this address. False if the address is not pending, or another transaction has just cancelled it. */
    async takePendingEmail(id: string, email: string): Promise<boolean> {
      const pending = db.updateTable('accounts').where('id', '=', id).where('pending_email', '=', email);
      return hasChanged(pending.set({ pending_email: null }));
    },

    /** Omitted fields remain unchanged. */
    async update(id: string, change: AccountChange): Promise<void> {
      await db
        .updateTable('accounts')
        .set({
          name: change.name,
          email: change.email,
          pending_email: change.pendingEmail,
          password_hash: change.passwordHash,
          roles: json(change.roles),
          preferences: json(change.preferences),
          acknowledgements: json(change.acknowledgements),
        })
        .where('id', '=', id)
        .execute();
    },
  };
}
