// A member's whole conversations, page by page, for the archive of their data.
import type { Message } from '#shared/contract/messages.ts';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import type { MessagesContext, Needs } from './context.ts';
import { peerOf, seenBy } from './message-view.ts';

export interface History {
  /** The members the viewer has messages with, latest first, in pages, without those who block the viewer. */
  correspondents(viewerId: string): AsyncIterable<readonly ReducedBrief[]>;
  /** A conversation with one of them as the viewer sees it, oldest first, in pages. Only `correspondents` checks blocks. */
  conversation(viewerId: string, peerId: string): AsyncIterable<readonly Message[]>;
}

const size = 500;

export function history({ visibility, profiles }: Needs, { store }: MessagesContext): History {
  return {
    async *correspondents(viewerId) {
      for (let beforeSequence: number | undefined; ;) {
        const rows = await store.newestOfEach(viewerId, { beforeSequence, size });
        const peers = rows.map((row) => peerOf(viewerId, row)).filter((peer) => !visibility.isBlockedBy(viewerId, peer));
        const briefs = await profiles.reducedBriefs(peers);
        yield peers.flatMap((peer) => briefs.get(peer) ?? []);
        if (rows.length < size) return;
        beforeSequence = rows.at(-1)?.sequence;
      }
    },

    async *conversation(viewerId, peerId) {
      for (let sinceSequence = 0; ;) {
        const rows = (await store.between(viewerId, peerId, { sinceSequence, size })).toReversed();
        if (rows.length > 0) yield rows.map((row) => seenBy(viewerId, row));
        if (rows.length < size) return;
        sinceSequence = rows.at(-1)?.sequence ?? sinceSequence;
      }
    },
  };
}
