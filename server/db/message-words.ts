// The words of a text on PostgreSQL, for index and query.
import { type RawBuilder, sql } from 'kysely';

/** For any language, so without stemming; characters that join words in addresses and compounds separate them here. */
export const wordsOf = (text: RawBuilder<unknown>) =>
  sql`to_tsvector('simple'::regconfig, translate(${text}, './:@_+-', '       '))`;
