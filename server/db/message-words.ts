// Splits a text into words on PostgreSQL, for the index and for queries.
import { type RawBuilder, sql } from 'kysely';

/** For all languages, so without stemming. Characters that join words in addresses and compounds count as separators. */
export const wordsOf = (text: RawBuilder<unknown>) =>
  sql`to_tsvector('simple'::regconfig, translate(${text}, './:@_+-', '       '))`;
