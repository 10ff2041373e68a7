// The search in a member's own conversations.
import type { MessageFound } from '#shared/contract/messages.ts';
import type { World } from '#server/world.ts';
import type { MessagesContext, Needs } from './context.ts';
import { excerptOf, wordsOf } from './excerpt.ts';
import { peerOf } from './message-view.ts';
import { createSearchStore } from './search.store.ts';

export interface Searching {
  /**
   * Messages with all the words that the member still sees, newest first, in pages; none with members who are hidden. Problem:
   * not-found for a cursor that is no message of the member's.
   */
  search(viewerId: string, asked: { text: string; beforeMessageId?: string | undefined }): Promise<MessageFound[]>;
}

export function searching({ db, limits }: World, { visibility, profiles }: Needs, { ownMessage }: MessagesContext): Searching {
  const store = createSearchStore(db);
  return {
    async search(viewerId, { text, beforeMessageId }) {
      const beforeSequence = beforeMessageId === undefined ? undefined : (await ownMessage(viewerId, beforeMessageId)).sequence;
      const words = wordsOf(text);
      if (words.length === 0) return [];
      const hiddenIds = visibility.hiddenFrom(viewerId);
      const rows = await store.withWords(viewerId, { words, hiddenIds, beforeSequence, size: limits.messagesPage });
      const briefs = await profiles.reducedBriefs([...new Set(rows.map((row) => peerOf(viewerId, row)))]);
      return rows.flatMap((row) => {
        const profile = briefs.get(peerOf(viewerId, row));
        if (profile === undefined) return [];
        const { id, sender_id: senderProfileId, created_ms: tsCreated } = row;
        return [{ id, profile, senderProfileId, tsCreated, excerpt: excerptOf(row.body_text, words) }];
      });
    },
  };
}
