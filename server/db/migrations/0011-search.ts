// A full-text index of messages between two members, kept up to date by triggers.
import { sql } from 'kysely';
import { wordsOf } from '#server/db/message-words.ts';
import type { Migration } from '#server/db/open.ts';

export const search: Migration = {
  name: '0011-search',
  async up(db, engine) {
    if (engine === 'postgres') {
      await sql`create index messages_by_words on messages using gin ((${wordsOf(sql`messages.body_text`)})) where pair is not null`.execute(
        db,
      );
      return;
    }
    // Index rows are keyed by message sequence: SQLite may renumber rows of a table with a text key.
    await sql`create index messages_by_sequence on messages (sequence) where pair is not null`.execute(db);
    // It stores no text, so a deletion has to name the words; `secure-delete` below overwrites them at once.
    await sql`create virtual table message_words using fts5(words, members, content='',
      tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'")`.execute(db);
    await sql`insert into message_words(message_words, rank) values ('secure-delete', 1)`.execute(db);
    // The page size in bytes. A deletion overwrites whole pages of the index, so it takes nearly twice as long with the default size.
    await sql`insert into message_words(message_words, rank) values ('pgsz', 400)`.execute(db);
    await sql`insert into message_words(rowid, words, members) select sequence, body_text, ${membersOf('messages')}
      from messages where pair is not null and body_text <> ''`.execute(db);

    await sql`create trigger message_words_said after insert on messages when new.pair is not null and new.body_text <> ''
      begin ${learn}; end`.execute(db);
    // The text of a message never changes, it is only deleted.
    await sql`create trigger message_words_emptied after update of body_text on messages
      when old.pair is not null and old.body_text <> '' and old.body_text <> new.body_text
      begin ${forget}; end`.execute(db);
    await sql`create trigger message_words_gone after delete on messages when old.pair is not null and old.body_text <> ''
      begin ${forget}; end`.execute(db);
  },
};

/** The ids of the two members as one word each. */
const membersOf = (row: 'messages' | 'new' | 'old') =>
  sql.raw(`replace(${row}.sender_id, '-', '') || ' ' || replace(${row}.recipient_id, '-', '')`);

const learn = sql`insert into message_words(rowid, words, members) values (new.sequence, new.body_text, ${membersOf('new')})`;
const forget = sql`insert into message_words(message_words, rowid, words, members)
  values ('delete', old.sequence, old.body_text, ${membersOf('old')})`;
