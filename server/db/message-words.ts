// The words of a message as PostgreSQL indexes them: the index and the question must say it alike.
import { sql } from 'kysely';

/** Of any language, so without stems; what joins words in addresses and compounds parts them here. */
export const wordsOfMessage = sql`to_tsvector('simple'::regconfig, translate(messages.body_text, './:@_+-', '       '))`;
