// Reads all of a member's conversations page by page, for their archive.
import type { Message } from '#shared/contract/messages.ts';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import type { MessagesContext, Dependencies } from './context.ts';
import { messageFor } from './message-view.ts';
import type { StoredMessage } from './messages.store.ts';

export interface ArchivedConversations {
  /** The members with whom the viewer has messages, most recent first, without those who block the viewer or are suspended. */
  correspondents(viewerId: string): AsyncIterable<readonly ReducedBrief[]>;
  /** The messages that the viewer can see, oldest first. It checks no blocks or suspensions; `correspondents` has done so. */
  conversation(viewerId: string, peerId: string): AsyncIterable<readonly Message[]>;
}

const pageSize = 500;

export function createArchivedConversations(
  { visibility, profiles }: Dependencies,
  { store, listed }: MessagesContext,
): ArchivedConversations {
  return {
    async *correspondents(viewerId) {
      // All at once, since a message that comes or goes while a page is sent would move its conversation to another page.
      const all = await listed.peersOf(viewerId);
      for (let from = 0; from < all.length; from += pageSize) {
        const peers = all.slice(from, from + pageSize).filter((peerId) => !visibility.isBlockedBy(viewerId, peerId));
        const briefs = await profiles.reducedBriefs(peers);
        yield peers.flatMap((peer) => briefs.get(peer) ?? []);
      }
    },

    async *conversation(viewerId, peerId) {
      for (let last: StoredMessage | undefined; ;) {
        const range = { sinceSequence: last?.sequence ?? 0, size: pageSize };
        const rows = (await store.between(viewerId, peerId, range)).toReversed();
        yield rows.map((row) => messageFor(viewerId, row));
        if (rows.length < pageSize) return;
        last = rows.at(-1);
      }
    },
  };
}
