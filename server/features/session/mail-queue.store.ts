// Stores queued mails. Their text is removed once they are sent or given up.
import type { Kysely, Selectable } from 'kysely';
import type { MailQueueTable, Schema } from '#server/db/schema.ts';
import { countChanged, hasChanged } from '#server/db/row-counts.ts';
import { sliceRows } from '#server/db/slices.ts';

export type QueuedMail = Selectable<MailQueueTable>;

export function createMailQueueStore(db: Kysely<Schema>) {
  return {
    async insert(mail: MailQueueTable): Promise<void> {
      await db.insertInto('mail_queue').values(mail).execute();
    },

    /** The waiting mails that are due first, even if that is later. */
    first: (limit: number): Promise<QueuedMail[]> =>
      db.selectFrom('mail_queue').selectAll().where('state', '=', 'waiting').orderBy('next_ms').limit(limit).execute(),

    /** Postpones the mails to `untilMs`, and returns those that no other process has claimed. */
    async claim(mails: readonly QueuedMail[], untilMs: number): Promise<QueuedMail[]> {
      const claimed: QueuedMail[] = [];
      for (const mail of mails) {
        const { id, tries } = mail;
        const unclaimed = db
          .updateTable('mail_queue')
          .where('id', '=', id)
          .where('state', '=', 'waiting')
          .where('tries', '=', tries);
        if (await hasChanged(unclaimed.set({ tries: tries + 1, next_ms: untilMs }))) claimed.push(mail);
      }
      return claimed;
    },

    /** For a forwarded contact message, its sender's current email address. */
    async replyAddressOf(id: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('contact_messages')
        .innerJoin('accounts', 'accounts.id', 'contact_messages.account_id')
        .select('accounts.email')
        .where('contact_messages.id', '=', id)
        .executeTakeFirst();
      return row?.email ?? undefined;
    },

    /** Postpones a claimed mail, unless another process has claimed it since. */
    async postpone({ id, tries }: QueuedMail, nextMs: number): Promise<void> {
      await db
        .updateTable('mail_queue')
        .set({ next_ms: nextMs })
        .where('id', '=', id)
        .where('tries', '=', tries + 1)
        .execute();
    },

    async finish(id: string, state: 'sent' | 'given-up'): Promise<void> {
      await db.updateTable('mail_queue').set({ state, body: '' }).where('id', '=', id).where('state', '=', 'waiting').execute();
    },

    /** Removes at most one slice; returns the number of removed rows. */
    async removeDone(beforeMs: number): Promise<number> {
      const ended = db
        .selectFrom('mail_queue')
        .select('id')
        .where('state', '!=', 'waiting')
        .where('created_ms', '<', beforeMs)
        .limit(sliceRows);
      return countChanged(db.deleteFrom('mail_queue').where('id', 'in', ended));
    },
  };
}
