// Searches a member's conversations.
import type { MessageFound } from '#shared/contract/messages.ts';
import type { World } from '#server/world.ts';
import type { MessagesContext, Dependencies } from './context.ts';
import { excerptOf, wordsOf } from './search-excerpt.ts';
import { peerOf } from './message-view.ts';
import { createSearchStore } from './search.store.ts';
import { createMemberQueues } from './member-queues.ts';

/** How many searches of one member may wait while another one of theirs runs. */
const maxWaiting = 4;

export interface Search {
  /**
   * A page of messages visible to the viewer that contain all words, newest first, without hidden members. Problems: not-found for a
   * cursor that is not a message of the viewer's, too-many-requests while several searches of the viewer wait.
   */
  search(viewerId: string, query: { text: string; beforeMessageId?: string | undefined }): Promise<MessageFound[]>;
}

export function createSearch(
  { db, limits }: World,
  { visibility, profiles }: Dependencies,
  { requireMessage }: MessagesContext,
): Search {
  const store = createSearchStore(db);
  const runInOrder = createMemberQueues(maxWaiting);
  return {
    async search(viewerId, { text, beforeMessageId }) {
      const beforeSequence =
        beforeMessageId === undefined ? undefined : (await requireMessage(viewerId, beforeMessageId)).sequence;
      const words = wordsOf(text);
      if (words.length === 0) return [];
      const isShown = (peerId: string) => !visibility.isHidden(viewerId, peerId);
      const request = { words, isShown, beforeSequence, size: limits.messagesPage };
      const rows = await runInOrder(viewerId, () => store.withWords(viewerId, request));
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
