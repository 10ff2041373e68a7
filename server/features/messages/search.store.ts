// Finds the messages of one member that say something.
import type { Db } from '#server/db/open.ts';
import { stored, type StoredMessage } from './messages.store.ts';

export interface Asked {
  readonly words: readonly string[];
  /** Whose messages are left out. */
  readonly apart: ReadonlySet<string>;
  readonly beforeSequence?: number | undefined;
  readonly size: number;
}

export function createSearchStore({ read, hasWords }: Db) {
  return {
    /** What the member still sees of his conversations and has all the words, newest first. */
    async saying(viewerId: string, { words, apart, beforeSequence, size }: Asked): Promise<StoredMessage[]> {
      const others = [...apart];
      const rows = await read
        .selectFrom('messages')
        .selectAll()
        .where('pair', 'is not', null)
        .where(hasWords(viewerId, words))
        // Said so that no index of the table is of use: the one of the words leads to the fewest rows.
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
