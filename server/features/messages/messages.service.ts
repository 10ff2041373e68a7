// Messages between two members.
import type { LiveEvent } from '#shared/contract/live.ts';
import type { ConversationListed, Message } from '#shared/contract/messages.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import { createChangesStore } from './changes.store.ts';
import { createMessageChanges, type MessageChanges } from './message-changes.ts';
import { createMessagesContext, maxEvents, type Needs } from './context.ts';
import { createArchivedConversations, type ArchivedConversations } from './archived-conversations.ts';
import { createPictureRecall, type PictureRecall } from './picture-recall.ts';
import { eventFor, isGoneFor, peerOf, revisionFor, messageFor } from './message-view.ts';
import type { PageRange } from './messages.store.ts';
import { createPeersStore, type PeersStore } from './peers.store.ts';
import { createSearch, type Search } from './search.ts';
import { createSend, type Send } from './send.ts';
import { createMessageWithholding, type MessageWithholding } from './message-withholding.ts';

export interface PageCursor {
  readonly sinceMessageId?: string | undefined;
  readonly beforeMessageId?: string | undefined;
}

interface Changes {
  /** The member's revision after these events. */
  readonly revision: number;
  /** True when there are too many events, so that the client refetches its lists. */
  readonly mustResync: boolean;
  readonly events: readonly LiveEvent[];
}

export interface MessagesService extends MessageChanges, ArchivedConversations, PeersStore, PictureRecall, Search {
  readonly withholding: MessageWithholding;
  readonly send: Send;
  /** The newest message of each conversation. Problem: not-found for a cursor that is not a message of the member's. */
  mostRecentWith(profileId: string, page: PageCursor): Promise<ConversationListed[]>;
  /** A conversation's messages. Problems: forbidden for a third member, not-found for a cursor of another conversation. */
  between(viewerId: string, a: string, b: string, page: PageCursor): Promise<Message[]>;
  /** The text of the peer's newest message that is visible to the member; empty without one. */
  newestTextFrom(profileId: string, peerId: string): Promise<string>;
  /** Problem: not-found for a message that the viewer cannot see. */
  find(viewerId: string, messageId: string): Promise<Message>;
  /** Changes after a revision that the member has received; null requests only the current revision. */
  changedSince(profileId: string, revision: number | null): Promise<Changes>;
}

export function createMessagesService(world: World, needs: Needs): MessagesService {
  const { visibility, profiles } = needs;
  const { limits } = world;
  const context = createMessagesContext(world, needs);
  const { store } = context;
  const changes = createChangesStore(world.db.read);

  async function rangeOf(
    cursor: PageCursor,
    size: number,
    sequenceOf: (messageId: string) => Promise<number>,
  ): Promise<PageRange> {
    const { sinceMessageId, beforeMessageId } = cursor;
    return {
      sinceSequence: sinceMessageId === undefined ? undefined : await sequenceOf(sinceMessageId),
      beforeSequence: beforeMessageId === undefined ? undefined : await sequenceOf(beforeMessageId),
      size,
    };
  }

  async function between(viewerId: string, a: string, b: string, page: PageCursor): Promise<Message[]> {
    if (viewerId !== a && viewerId !== b) throw problem('forbidden');
    const peerId = viewerId === a ? b : a;
    const range = await rangeOf(page, limits.messagesPage, async (messageId) => {
      const row = await context.requireMessage(viewerId, messageId);
      if (peerOf(viewerId, row) !== peerId) throw problem('not-found');
      return row.sequence;
    });
    if (visibility.isBlockedBy(viewerId, peerId)) return [];
    return (await store.between(viewerId, peerId, range)).map((row) => messageFor(viewerId, row));
  }

  return {
    send: createSend(world, needs, context),
    ...createMessageChanges(world, needs, context),
    ...createArchivedConversations(needs, context),
    ...createPictureRecall(world, needs, context),
    ...createSearch(world, needs, context),
    ...createPeersStore(world.db.read),
    withholding: createMessageWithholding(world, context),

    async mostRecentWith(profileId, page) {
      const hiddenIds = visibility.hiddenFrom(profileId);
      const size = limits.conversationsPage;
      const sequenceOf = async (messageId: string) => (await context.requireMessage(profileId, messageId)).sequence;
      // Enough to fill the page after hidden conversations are removed.
      const range = await rangeOf(page, size + hiddenIds.size, sequenceOf);
      const newest = (await store.newestOfEach(profileId, range)).filter((row) => !hiddenIds.has(peerOf(profileId, row)));
      const rows = range.sinceSequence === undefined ? newest.slice(0, size) : newest.slice(-size);
      const peers = rows.map((row) => peerOf(profileId, row));
      const [briefs, unread] = await Promise.all([profiles.reducedBriefs(peers), store.unreadFrom(profileId, peers)]);
      return rows.flatMap((row) => {
        const profile = briefs.get(peerOf(profileId, row));
        return profile ? [{ ...messageFor(profileId, row), profile, unread: unread.get(profile.profileId) ?? 0 }] : [];
      });
    },

    between,

    async newestTextFrom(profileId, peerId) {
      const newest = await between(profileId, profileId, peerId, {});
      return newest.find(({ senderProfileId }) => senderProfileId === peerId)?.bodyText ?? '';
    },

    async find(viewerId, messageId) {
      const row = await context.requireMessage(viewerId, messageId);
      if (isGoneFor(viewerId, row)) throw problem('not-found');
      return messageFor(viewerId, row);
    },

    async changedSince(profileId, revision) {
      // Changes by hidden members must not even be counted.
      const hiddenIds = [...visibility.hiddenFrom(profileId)];
      if (revision === null)
        return { revision: await changes.newestRevision(profileId, hiddenIds), mustResync: false, events: [] };
      const rows = await changes.changedSince(profileId, revision, maxEvents + 1, hiddenIds);
      const last = rows.at(-1);
      if (last === undefined || rows.length > maxEvents) {
        const newest = await changes.newestRevision(profileId, hiddenIds);
        // A device ahead of the server has received changes that a restored backup does not contain.
        const mustResync = rows.length > maxEvents || newest < revision;
        return { revision: mustResync ? newest : revision, mustResync, events: [] };
      }
      return {
        revision: revisionFor(profileId, last),
        mustResync: false,
        events: rows.map((row) => eventFor(profileId, row)),
      };
    },
  };
}
