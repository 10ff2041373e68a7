// Messages between two members.
import type { LiveEvent } from '#shared/contract/live.ts';
import type { ConversationListed, Message } from '#shared/contract/messages.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import { createChangesStore } from './changes.store.ts';
import { createMessageChanges, type MessageChanges } from './message-changes.ts';
import { createMessagesContext, maxEvents, type Dependencies } from './context.ts';
import { createArchivedConversations, type ArchivedConversations } from './archived-conversations.ts';
import { createPictureRecall, type PictureRecall } from './picture-recall.ts';
import { eventFor, isGoneFor, peerOf, revisionFor, messageFor } from './message-view.ts';
import type { StoredMessage } from './messages.store.ts';
import { createPeers, type Peers } from './peers.ts';
import { createSearch, type Search } from './search.ts';
import { createSend, type Send } from './send.ts';
import { createViewOnce, type ViewOnce } from './view-once.ts';
import { createMessageWithholding, type MessageWithholding } from './message-withholding.ts';

export interface PageCursor {
  readonly sinceMessageId?: string | undefined;
  readonly beforeMessageId?: string | undefined;
}

interface Changes {
  /** The member's revision when they have received these events. */
  readonly revision: number;
  /** True if there are too many events, or the device has messages that no longer exist. The client then reloads its lists. */
  readonly mustResync: boolean;
  readonly changed: readonly { readonly event: LiveEvent; readonly revision: number }[];
}

export interface MessagesService extends MessageChanges, ArchivedConversations, Peers, PictureRecall, Search, ViewOnce {
  readonly withholding: MessageWithholding;
  readonly send: Send;
  /**
   * The newest message of each conversation with a member who is not hidden. Problem: not-found for a cursor that is not one of the
   * member's messages.
   */
  mostRecentWith(profileId: string, page: PageCursor): Promise<ConversationListed[]>;
  /** A conversation's messages. Problems: forbidden for other members' conversations, not-found for a cursor of another conversation. */
  between(viewerId: string, a: string, b: string, page: PageCursor): Promise<Message[]>;
  /** The text of the peer's newest message on the first page of the conversation; empty if there is none. */
  newestTextFrom(profileId: string, peerId: string): Promise<string>;
  /** Problem: not-found for a message that the viewer cannot see. */
  find(viewerId: string, messageId: string): Promise<Message>;
  /** The changes after a revision that the member has received. With null only the current revision is returned. */
  changedSince(profileId: string, revision: number | null): Promise<Changes>;
}

export function createMessagesService(world: World, dependencies: Dependencies): MessagesService {
  const { visibility, profiles } = dependencies;
  const { limits } = world;
  const context = createMessagesContext(world, dependencies);
  const { store } = context;
  const changes = createChangesStore(world.db.read);

  async function endsOf(
    { sinceMessageId, beforeMessageId }: PageCursor,
    messageOf: (messageId: string) => Promise<StoredMessage>,
  ) {
    return {
      since: sinceMessageId === undefined ? undefined : await messageOf(sinceMessageId),
      before: beforeMessageId === undefined ? undefined : await messageOf(beforeMessageId),
    };
  }

  async function between(viewerId: string, a: string, b: string, page: PageCursor): Promise<Message[]> {
    if (viewerId !== a && viewerId !== b) throw problem('forbidden');
    const peerId = viewerId === a ? b : a;
    const { since, before } = await endsOf(page, async (messageId) => {
      const row = await context.requireMessage(viewerId, messageId);
      if (peerOf(viewerId, row) !== peerId) throw problem('not-found');
      return row;
    });
    const range = { sinceSequence: since?.sequence, beforeSequence: before?.sequence, size: limits.messagesPage };
    // If the peer blocks the viewer, reads a conversation that does not exist, so that the time does not disclose the block.
    const askedId = visibility.isBlockedBy(viewerId, peerId) ? viewerId : peerId;
    return (await store.between(viewerId, askedId, range)).map((row) => messageFor(viewerId, row));
  }

  return {
    send: createSend(world, dependencies, context),
    ...createMessageChanges(world, dependencies, context),
    ...createArchivedConversations(dependencies, context),
    ...createPictureRecall(world, dependencies, context),
    ...createViewOnce(world, dependencies, context),
    ...createSearch(world, dependencies, context),
    ...createPeers(world, dependencies),
    withholding: createMessageWithholding(world, context),

    async mostRecentWith(profileId, page) {
      const isShown = (peerId: string) => !visibility.isHidden(profileId, peerId);
      const ends = await endsOf(page, (messageId) => context.requireMessage(profileId, messageId));
      const rows = await context.listed.newestOfEach(profileId, { ...ends, size: limits.conversationsPage, isShown });
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
      // Changes by hidden members are not counted either, because the count would disclose them.
      const isShown = (peerId: string) => !visibility.isHidden(profileId, peerId);
      if (revision === null)
        return { revision: await changes.newestRevision(profileId, isShown), mustResync: false, changed: [] };
      const rows = await changes.changedSince(profileId, revision, maxEvents + 1, isShown);
      const last = rows.at(-1);
      if (last === undefined || rows.length > maxEvents) {
        const newest = await changes.newestRevision(profileId, isShown);
        // If the device has a higher revision, it holds messages that were deleted with an account.
        const mustResync = rows.length > maxEvents || newest < revision;
        return { revision: mustResync ? newest : revision, mustResync, changed: [] };
      }
      return {
        revision: revisionFor(profileId, last),
        mustResync: false,
        changed: rows.map((row) => ({ event: eventFor(profileId, row), revision: revisionFor(profileId, row) })),
      };
    },
  };
}
