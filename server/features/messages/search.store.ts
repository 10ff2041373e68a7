// Searches for words in the messages that a member can see.
import { firstShown } from '#server/db/first-shown.ts';
import type { Db } from '#server/db/open.ts';
import { isGoneFor, peerOf } from './message-view.ts';
import { decodeMessage, type StoredMessage } from './messages.store.ts';

export interface SearchRequest {
  readonly words: readonly string[];
  readonly isShown: (peerId: string) => boolean;
  readonly beforeSequence?: number | undefined;
  readonly size: number;
}

export function createSearchStore({ read, hasWords }: Db) {
  return {
    /**
     * Messages that contain all words, the last one as a prefix, and that the viewer can see, newest first. Only those with members for
     * whom `isShown` is true.
     */
    withWords(viewerId: string, { words, isShown, beforeSequence, size }: SearchRequest): Promise<StoredMessage[]> {
      return firstShown(
        size,
        async (limit) => {
          const rows = await read
            .selectFrom('messages')
            .selectAll()
            .where('pair', 'is not', null)
            .where(hasWords(viewerId, words, { beforeSequence, limit }))
            .$if(beforeSequence !== undefined, (query) => query.where('sequence', '<', beforeSequence ?? 0))
            .orderBy('sequence', 'desc')
            .limit(limit)
            .execute();
          return rows.map(decodeMessage);
        },
        (row) => !isGoneFor(viewerId, row) && isShown(peerOf(viewerId, row)),
      );
    },
  };
}
