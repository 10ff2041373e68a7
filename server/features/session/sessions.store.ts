// Stores sessions, which are found by the hash of their cookie.
import type { Kysely } from 'kysely';
import type { AccountRole } from '#shared/rules/roles.ts';
import type { Schema, SessionsTable } from '#server/db/schema.ts';
import type { Tx } from '#server/db/open.ts';
import { countChanged } from '#server/db/row-counts.ts';
import { sliceRows } from '#server/db/slices.ts';
import type { Caller } from '#server/http/caller.ts';
import { problem } from '#server/http/problems.ts';

export interface SessionRow extends SessionsTable {
  readonly roles: readonly AccountRole[];
}

/**
 * Call it in a transaction that adds another way to log in: the session may have ended since its call began. Problem: unauthenticated.
 */
export async function requireSession(tx: Tx, { sessionHash }: Caller): Promise<void> {
  if ((await createSessionsStore(tx).find(sessionHash)) === null) throw problem('unauthenticated');
}

export function createSessionsStore(db: Kysely<Schema>) {
  return {
    async find(idHash: string): Promise<SessionRow | null> {
      const row = await db
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
        .selectAll('sessions')
        .select('accounts.roles')
        .where('id_hash', '=', idHash)
        .executeTakeFirst();
      return row ? { ...row, roles: JSON.parse(row.roles) as AccountRole[] } : null;
    },

    /** Most recently used first. */
    async activeOf(accountId: string, nowMs: number): Promise<SessionsTable[]> {
      return db
        .selectFrom('sessions')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('idle_until_ms', '>', nowMs)
        .where('ends_ms', '>', nowMs)
        .orderBy('seen_ms', 'desc')
        .orderBy('id')
        .execute();
    },

    async insert(session: SessionsTable): Promise<void> {
      await db.insertInto('sessions').values(session).execute();
    },

    /** Stores the time of use and extends the idle timeout. */
    async touch(idHash: string, seenMs: number, idleUntilMs: number): Promise<void> {
      await db
        .updateTable('sessions')
        .set({ seen_ms: seenMs, idle_until_ms: idleUntilMs })
        .where('id_hash', '=', idHash)
        .execute();
    },

    async setShowNsfw(idHash: string, showNsfw: boolean): Promise<void> {
      await db
        .updateTable('sessions')
        .set({ show_nsfw: showNsfw ? 1 : 0 })
        .where('id_hash', '=', idHash)
        .execute();
    },

    async setLock(idHash: string, lockHash: string | null): Promise<void> {
      await db.updateTable('sessions').set({ lock_hash: lockHash }).where('id_hash', '=', idHash).execute();
    },

    /** Makes the session count as signed in by password or passkey, and no longer by link. */
    async renewSignIn(idHash: string, signedInMs: number): Promise<void> {
      await db.updateTable('sessions').set({ signed_in_ms: signedInMs, by_link: 0 }).where('id_hash', '=', idHash).execute();
    },

    async hashesOf(accountId: string): Promise<string[]> {
      const rows = await db.selectFrom('sessions').select('id_hash').where('account_id', '=', accountId).execute();
      return rows.map((row) => row.id_hash);
    },

    /** Null if the account has no session with that id. */
    async hashOf(accountId: string, id: string): Promise<string | null> {
      const row = await db
        .selectFrom('sessions')
        .select('id_hash')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row?.id_hash ?? null;
    },

    /** Also deletes their push subscriptions, by cascade. */
    async remove(idHashes: readonly string[]): Promise<void> {
      if (idHashes.length === 0) return;
      await db
        .deleteFrom('sessions')
        .where('id_hash', 'in', [...idHashes])
        .execute();
    },

    /** Removes at most one slice; returns the number of removed rows. */
    async removeEnded(nowMs: number): Promise<number> {
      const ended = db
        .selectFrom('sessions')
        .select('id_hash')
        .where((either) => either.or([either('idle_until_ms', '<=', nowMs), either('ends_ms', '<=', nowMs)]))
        .limit(sliceRows);
      return countChanged(db.deleteFrom('sessions').where('id_hash', 'in', ended));
    },
  };
}
