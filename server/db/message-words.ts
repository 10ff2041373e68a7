// The full-text expression for messages on PostgreSQL, which index and query must share.
import { sql } from 'kysely';

/** For any language, so without stemming; characters that join words in addresses and compounds separate them here. */
export const wordsOfMessage = sql`to_tsvector('simple'::regconfig, translate(messages.body_text, './:@_+-', '       '))`;
