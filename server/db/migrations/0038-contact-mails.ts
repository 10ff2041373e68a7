// A mail with a member's contact message, which has the message's id, is deleted with the message.
import { sql } from 'kysely';
import type { Migration } from '#server/db/open.ts';
import { createRowTrigger } from '#server/db/triggers.ts';

export const contactMails: Migration = {
  name: '0038-contact-mails',
  async up(db, engine) {
    await createRowTrigger(db, engine, {
      name: 'contact_message_deleted',
      after: sql`delete on contact_messages`,
      when: sql`old.account_id is not null`,
      body: sql`delete from mail_queue where id = old.id;`,
    });
  },
};
