// The search for words in the messages that one member sees.
import type { Db } from '#server/db/open.ts';
import { stored, type StoredMessage } from './messages.store.ts';

export interface SearchRequest {
  readonly words: readonly string[];
  /** Members whose messages are left out. */
  readonly hiddenIds: ReadonlySet<string>;
  readonly beforeSequence?: number | undefined;
  readonly size: number;
}

export function createSearchStore({ read, hasWords }: Db) {
  return {
    /** Messages of a member's conversations that they still see and that contain all the words, newest first. */
    async withWords(viewerId: string, { words, hiddenIds, beforeSequence, size }: SearchRequest): Promise<StoredMessage[]> {
      const others = [...hiddenIds];
      const rows = await read
        .selectFrom('messages')
        .selectAll()
        .where('pair', 'is not', null)
        .where(hasWords(viewerId, words))
        // A form that no index of the table supports: the word index leads to the fewest rows.
        .where(
          (message) =>
            message
              .case()
              .when('sender_id', '=', viewerId)
              .then(message.ref('sender_deleted_ms'))
              .else(message.ref('recipient_deleted_ms'))
              .end(),
          'is',
          null,
        )
        .$if(others.length > 0, (query) => query.where('sender_id', 'not in', others).where('recipient_id', 'not in', others))
        .$if(beforeSequence !== undefined, (query) => query.where('sequence', '<', beforeSequence ?? 0))
        .orderBy('sequence', 'desc')
        .limit(size)
        .execute();
      return rows.map(stored);
    },
  };
}
