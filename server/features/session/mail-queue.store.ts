// Rows of queued mails; their content is removed once they are sent or given up.
import type { Kysely, Selectable } from 'kysely';
import type { MailQueueTable, Schema } from '#server/db/schema.ts';

export type QueuedMail = Selectable<MailQueueTable>;

/** Reads and writes on one handle: the database's, or a transaction's. */
export function createMailQueueStore(db: Kysely<Schema>) {
  return {
    async insert(mail: MailQueueTable): Promise<void> {
      await db.insertInto('mail_queue').values(mail).execute();
    },

    /** The waiting mails that are due first; they may be due later than now. */
    first: (most: number): Promise<QueuedMail[]> =>
      db.selectFrom('mail_queue').selectAll().where('state', '=', 'waiting').orderBy('next_ms').limit(most).execute(),

    /** Makes the mails due again at `untilMs`; returns those that no other process claimed first. */
    async claim(mails: readonly QueuedMail[], untilMs: number): Promise<QueuedMail[]> {
      const claimed: QueuedMail[] = [];
      for (const mail of mails) {
        const { numUpdatedRows } = await db
          .updateTable('mail_queue')
          .set({ tries: mail.tries + 1, next_ms: untilMs })
          .where('id', '=', mail.id)
          .where('state', '=', 'waiting')
          .where('tries', '=', mail.tries)
          .executeTakeFirst();
        if (numUpdatedRows === 1n) claimed.push(mail);
      }
      return claimed;
    },

    /** The reply-to address: for a mail that forwards a contact message, its writer's current address. */
    async replyAddressOf(id: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('contact_messages')
        .innerJoin('accounts', 'accounts.id', 'contact_messages.account_id')
        .select('accounts.email')
        .where('contact_messages.id', '=', id)
        .executeTakeFirst();
      return row?.email ?? undefined;
    },

    async postpone(id: string, nextMs: number): Promise<void> {
      await db.updateTable('mail_queue').set({ next_ms: nextMs }).where('id', '=', id).execute();
    },

    async finish(id: string, state: 'sent' | 'given-up'): Promise<void> {
      await db.updateTable('mail_queue').set({ state, body: '' }).where('id', '=', id).execute();
    },

    /** Removes finished mails older than `beforeMs`. */
    async removeDone(beforeMs: number): Promise<void> {
      await db.deleteFrom('mail_queue').where('state', '!=', 'waiting').where('created_ms', '<', beforeMs).execute();
    },
  };
}
