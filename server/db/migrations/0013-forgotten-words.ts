// A queue of deleted messages whose words are still in the full-text index, since removing them is slow.
import { sql } from 'kysely';
import type { Migration } from '#server/db/open.ts';

export const forgottenWords: Migration = {
  name: '0013-forgotten-words',
  async up(db, engine) {
    // On PostgreSQL the index is computed from the rows.
    if (engine === 'postgres') return;
    await sql`create table message_words_to_forget (sequence integer primary key, words text not null, members text not null)`.execute(
      db,
    );
    await sql`drop trigger message_words_gone`.execute(db);
    await sql`create trigger message_words_gone after delete on messages when old.pair is not null and old.body_text <> ''
      begin insert into message_words_to_forget (sequence, words, members)
      values (old.sequence, old.body_text, replace(old.sender_id, '-', '') || ' ' || replace(old.recipient_id, '-', ''));
      end`.execute(db);
  },
};
