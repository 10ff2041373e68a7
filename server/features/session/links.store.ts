// Stores mailed links with the hashes of their secrets.
import type { Kysely, Selectable } from 'kysely';
import type { LoginLinksTable, Schema } from '#server/db/schema.ts';
import { countChanged, hasChanged } from '#server/db/row-counts.ts';
import { sliceRows } from '#server/db/slices.ts';
import type { AcknowledgementRecord } from './accounts.store.ts';
import type { MailedTimes } from './link-timing.ts';

export interface MailedLink extends Omit<Selectable<LoginLinksTable>, 'acknowledgements'> {
  readonly acknowledgements: AcknowledgementRecord | null;
}

/** Stored instead of the hash of a secret if the link is never mailed. No secret has this hash. */
export const noSecret = '';

export function createLinksStore(db: Kysely<Schema>) {
  return {
    async find(id: string): Promise<MailedLink | null> {
      const row = await db.selectFrom('login_links').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? { ...row, acknowledgements: JSON.parse(row.acknowledgements) as AcknowledgementRecord | null } : null;
    },

    async insert(link: MailedLink): Promise<void> {
      await db
        .insertInto('login_links')
        .values({ ...link, acknowledgements: JSON.stringify(link.acknowledgements) })
        .execute();
    },

    /**
     * The link of this kind to this site that was or will be mailed last, without suppressed links and those that the mail server
     * refused. Links to other sites do not count, since they log nobody in here.
     */
    async lastTo(email: string, kind: MailedLink['kind'], brand: string): Promise<MailedTimes | null> {
      const link = await db
        .selectFrom('login_links as link')
        .leftJoin('mail_queue as mail', 'mail.id', 'link.id')
        .select(['link.created_ms', 'link.expires_ms', 'link.used_ms'])
        .where('link.email', '=', email)
        .where('link.kind', '=', kind)
        .where('link.brand', '=', brand)
        .where('link.secret_hash', '!=', noSecret)
        .where((either) => either.or([either('mail.state', 'is', null), either('mail.state', '!=', 'given-up')]))
        .orderBy('link.created_ms', 'desc')
        .orderBy('link.expires_ms', 'desc')
        .limit(1)
        .executeTakeFirst();
      return link ?? null;
    },

    /** Marks a link as used. False if it was already used or has expired. */
    async use(id: string, nowMs: number): Promise<boolean> {
      return hasChanged(
        db
          .updateTable('login_links')
          .set({ used_ms: nowMs })
          .where('id', '=', id)
          .where('used_ms', 'is', null)
          .where('expires_ms', '>', nowMs),
      );
    },

    /** Does not remove links that are still to be mailed. */
    async removeMailedTo(email: string, nowMs: number, exceptId = ''): Promise<void> {
      await db
        .deleteFrom('login_links')
        .where('email', '=', email)
        .where('created_ms', '<=', nowMs)
        .where('id', '!=', exceptId)
        .execute();
    },

    /** Removes at most one slice; returns the number of removed rows. */
    async removeEnded(beforeMs: number): Promise<number> {
      const ended = db.selectFrom('login_links').select('id').where('expires_ms', '<', beforeMs).limit(sliceRows);
      return countChanged(db.deleteFrom('login_links').where('id', 'in', ended));
    },
  };
}
