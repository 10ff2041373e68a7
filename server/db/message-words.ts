// Splits a text into words on PostgreSQL, as the first indexes did. Migration 0040 also removes their accents.
import { type RawBuilder, sql } from 'kysely';

/** For all languages, so without stemming. Characters that join words in addresses and compounds count as separators. */
export const wordsOf = (text: RawBuilder<unknown>) =>
  sql`to_tsvector('simple'::regconfig, translate(${text}, './:@_+-', '       '))`;
