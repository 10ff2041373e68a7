// On PostgreSQL too, accents need not be typed: the words in the index, and those of a search, have none.
import { sql } from 'kysely';
import type { Migration } from '#server/db/open.ts';

export const plainWords: Migration = {
  name: '0040-plain-words',
  async up(db, engine) {
    // The words of SQLite come from a function of the server (member-words.ts).
    if (engine === 'sqlite') return;
    await sql`create or replace function member_words(body_text text, sender_id text, recipient_id text) returns tsvector
      language sql immutable parallel safe as $$
        select array_to_tsvector(array(select replace(member_id, '-', '') || word
          from unnest(tsvector_to_array(${wordsOf('body_text')})) as word, unnest(array[sender_id, recipient_id]) as member_id
          where octet_length(word) <= 2000))
      $$`.execute(db);
    await sql`create or replace function member_query(member_id text, searched text[]) returns tsquery
      language sql immutable parallel safe as $$
        select string_agg('''' || replace(member_id, '-', '') || word || '''' ||
          case when place = cardinality(searched) then ':*' else '' end, ' & ')::tsquery
        from unnest(searched) with ordinality as entry (text, place), unnest(tsvector_to_array(${wordsOf('entry.text')})) as word
      $$`.execute(db);
    await sql`reindex index messages_by_member_words`.execute(db);
  },
};

/**
 * As in migration 0026, after removing the accents. No function of ours is called, because a restore builds the index without our schema
 * in the search path.
 */
const wordsOf = (text: 'body_text' | 'entry.text') => {
  const plain = sql`normalize(regexp_replace(normalize(${sql.raw(text)}, nfd), '[\\u0300-\\u036f]', '', 'g'), nfc)`;
  return sql`to_tsvector('simple'::regconfig, translate(${plain}, './:@_+-', '       '))`;
};
