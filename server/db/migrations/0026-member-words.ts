// A full-text index whose entries begin with a member's id, so that a search reads no messages of others.
import { sql } from 'kysely';
import { memberWordsFunction } from '#server/db/member-words.ts';
import { wordsOf } from '#server/db/message-words.ts';
import type { Migration } from '#server/db/open.ts';

export const memberWords: Migration = {
  name: '0026-member-words',
  async up(db, engine) {
    if (engine === 'postgres') {
      // An entry has at most 2,046 bytes.
      await sql`create function member_words(body_text text, sender_id text, recipient_id text) returns tsvector
        language sql immutable parallel safe as $$
          select array_to_tsvector(array(select replace(member_id, '-', '') || word
            from unnest(tsvector_to_array(${wordsOf(sql`body_text`)})) as word, unnest(array[sender_id, recipient_id]) as member_id
            where octet_length(word) <= 2000))
        $$`.execute(db);
      await sql`create function member_query(member_id text, searched text[]) returns tsquery
        language sql immutable parallel safe as $$
          select string_agg('''' || replace(member_id, '-', '') || word || '''' ||
            case when place = cardinality(searched) then ':*' else '' end, ' & ')::tsquery
          from unnest(searched) with ordinality as entry (text, place), unnest(tsvector_to_array(${wordsOf(sql`entry.text`)})) as word
        $$`.execute(db);
      // A search reads the pending entries of all members, so they are kept few.
      await sql`create index messages_by_member_words on messages
        using gin (member_words(body_text, sender_id, recipient_id)) with (gin_pending_list_limit = 128)
        where pair is not null`.execute(db);
      await sql`drop index messages_by_words`.execute(db);
      return;
    }
    for (const trigger of ['said', 'emptied', 'gone']) await sql`drop trigger ${sql.raw(`message_words_${trigger}`)}`.execute(db);
    await sql`drop table message_words`.execute(db);
    await sql`delete from message_words_to_forget`.execute(db);
    await sql`create virtual table message_words using fts5(words, content='', detail=none, tokenize='ascii')`.execute(db);
    // The migration that created the first index does the same.
    await sql`insert into message_words(message_words, rank) values ('secure-delete', 1)`.execute(db);
    await sql`insert into message_words(message_words, rank) values ('pgsz', 400)`.execute(db);
    await sql`insert into message_words(rowid, words) select sequence, ${wordsOfRow('messages')}
      from messages where pair is not null and body_text <> ''`.execute(db);

    await sql`create trigger message_words_said after insert on messages when new.pair is not null and new.body_text <> ''
      begin insert into message_words(rowid, words) values (new.sequence, ${wordsOfRow('new')}); end`.execute(db);
    await sql`create trigger message_words_emptied after update of body_text on messages
      when old.pair is not null and old.body_text <> '' and old.body_text <> new.body_text
      begin insert into message_words(message_words, rowid, words) values ('delete', old.sequence, ${wordsOfRow('old')});
      end`.execute(db);
    await sql`create trigger message_words_gone after delete on messages when old.pair is not null and old.body_text <> ''
      begin insert into message_words_to_forget (sequence, words, members)
      values (old.sequence, old.body_text, old.sender_id || ' ' || old.recipient_id);
      end`.execute(db);
  },
};

const wordsOfRow = (row: 'messages' | 'new' | 'old') =>
  sql.raw(`${memberWordsFunction}(${row}.body_text, ${row}.sender_id || ' ' || ${row}.recipient_id)`);
