// The search for words in the messages that one member sees.
import type { Db } from '#server/db/open.ts';
import { stored, type StoredMessage } from './messages.store.ts';

export interface Asked {
  readonly words: readonly string[];
  /** Whose messages are left out. */
  readonly hiddenIds: ReadonlySet<string>;
  readonly beforeSequence?: number | undefined;
  readonly size: number;
}

export function createSearchStore({ read, hasWords }: Db) {
  return {
    /** The messages of a member's conversations that they still see and that have all the words, newest first. */
    async saying(viewerId: string, { words, hiddenIds, beforeSequence, size }: Asked): Promise<StoredMessage[]> {
      const others = [...hiddenIds];
      const rows = await read
        .selectFrom('messages')
        .selectAll()
        .where('pair', 'is not', null)
        .where(hasWords(viewerId, words))
        // Written so that no index of the table is of use: the one of the words leads to the fewest rows.
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
