// Searches words in the messages visible to a member.
import type { Db } from '#server/db/open.ts';
import { decodeMessage, type StoredMessage } from './messages.store.ts';

export interface SearchRequest {
  readonly words: readonly string[];
  readonly hiddenIds: ReadonlySet<string>;
  readonly beforeSequence?: number | undefined;
  readonly size: number;
}

export function createSearchStore({ read, hasWords }: Db) {
  return {
    /** Messages visible to the viewer that contain all words, newest first. */
    async withWords(viewerId: string, { words, hiddenIds, beforeSequence, size }: SearchRequest): Promise<StoredMessage[]> {
      const others = [...hiddenIds];
      const rows = await read
        .selectFrom('messages')
        .selectAll()
        .where('pair', 'is not', null)
        .where(hasWords(viewerId, words))
        // Written as `case` so that the planner uses the word index, which matches the fewest rows.
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
      return rows.map(decodeMessage);
    },
  };
}
