// A member's complete conversations in pages, for their archive.
import type { Message } from '#shared/contract/messages.ts';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import type { MessagesContext, Needs } from './context.ts';
import { peerOf, messageFor } from './message-view.ts';

export interface ArchivedConversations {
  /** Pages of members with whom the viewer has messages, most recent first, without those who block the viewer. */
  correspondents(viewerId: string): AsyncIterable<readonly ReducedBrief[]>;
  /** Pages of messages visible to the viewer, oldest first. Does not check blocks, as `correspondents` does. */
  conversation(viewerId: string, peerId: string): AsyncIterable<readonly Message[]>;
}

const pageSize = 500;

export function createArchivedConversations({ visibility, profiles }: Needs, { store }: MessagesContext): ArchivedConversations {
  return {
    async *correspondents(viewerId) {
      for (let beforeSequence: number | undefined; ;) {
        const rows = await store.newestOfEach(viewerId, { beforeSequence, size: pageSize });
        const peers = rows.map((row) => peerOf(viewerId, row)).filter((peer) => !visibility.isBlockedBy(viewerId, peer));
        const briefs = await profiles.reducedBriefs(peers);
        yield peers.flatMap((peer) => briefs.get(peer) ?? []);
        if (rows.length < pageSize) return;
        beforeSequence = rows.at(-1)?.sequence;
      }
    },

    async *conversation(viewerId, peerId) {
      for (let sinceSequence = 0; ;) {
        const rows = (await store.between(viewerId, peerId, { sinceSequence, size: pageSize })).toReversed();
        if (rows.length > 0) yield rows.map((row) => messageFor(viewerId, row));
        if (rows.length < pageSize) return;
        sinceSequence = rows.at(-1)?.sequence ?? sinceSequence;
      }
    },
  };
}
