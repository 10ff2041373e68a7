// Messages between two members.
import type { LiveEvent } from '#shared/contract/live.ts';
import type { ConversationListed, Message } from '#shared/contract/messages.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import { createChangesStore } from './changes.store.ts';
import { changing, type Changing } from './changing.ts';
import { createMessagesContext, maxEvents, type Needs } from './context.ts';
import { history, type History } from './history.ts';
import { pictureRecall, type PictureRecall } from './picture-recall.ts';
import { eventFor, isGoneFor, peerOf, revisionFor, seenBy } from './message-view.ts';
import type { Part } from './messages.store.ts';
import { createPeersStore, type PeersStore } from './peers.store.ts';
import { searching, type Searching } from './searching.ts';
import { sending, type Send } from './sending.ts';
import { messageWithholding, type MessageWithholding } from './withholding.ts';

export interface PageAsked {
  readonly sinceMessageId?: string | undefined;
  readonly beforeMessageId?: string | undefined;
}

interface Changes {
  /** The member's revision once they have received the events. */
  readonly revision: number;
  /** There are too many events: the client fetches its lists again. */
  readonly mustResync: boolean;
  readonly events: readonly LiveEvent[];
}

export interface MessagesService extends Changing, History, PeersStore, PictureRecall, Searching {
  /** Hides a message from its recipient by a decision. */
  readonly withholding: MessageWithholding;
  readonly send: Send;
  /** The newest message of each conversation. Problem: not-found for a cursor that is no message of the member's. */
  mostRecentWith(profileId: string, asked: PageAsked): Promise<ConversationListed[]>;
  /** One conversation. Problems: forbidden for anyone else, not-found for a cursor from another conversation. */
  between(viewerId: string, a: string, b: string, asked: PageAsked): Promise<Message[]>;
  /** Text of the newest message from this peer that the member still sees; empty when there is none. */
  newestTextFrom(profileId: string, peerId: string): Promise<string>;
  /** One message. Problem: not-found when the viewer cannot see it. */
  one(viewerId: string, messageId: string): Promise<Message>;
  /** The changes for a member after a revision they have seen; null asks only for the current revision. */
  changedSince(profileId: string, revision: number | null): Promise<Changes>;
}

export function createMessagesService(world: World, needs: Needs): MessagesService {
  const { visibility, profiles } = needs;
  const { limits } = world;
  const context = createMessagesContext(world, needs);
  const { store } = context;
  const changes = createChangesStore(world.db.read);

  async function partOf(asked: PageAsked, size: number, sequenceOf: (messageId: string) => Promise<number>): Promise<Part> {
    const { sinceMessageId, beforeMessageId } = asked;
    return {
      sinceSequence: sinceMessageId === undefined ? undefined : await sequenceOf(sinceMessageId),
      beforeSequence: beforeMessageId === undefined ? undefined : await sequenceOf(beforeMessageId),
      size,
    };
  }

  async function between(viewerId: string, a: string, b: string, asked: PageAsked): Promise<Message[]> {
    if (viewerId !== a && viewerId !== b) throw problem('forbidden');
    const peerId = viewerId === a ? b : a;
    const part = await partOf(asked, limits.messagesPage, async (messageId) => {
      const row = await context.ownMessage(viewerId, messageId);
      if (peerOf(viewerId, row) !== peerId) throw problem('not-found');
      return row.sequence;
    });
    if (visibility.isBlockedBy(viewerId, peerId)) return [];
    return (await store.between(viewerId, peerId, part)).map((row) => seenBy(viewerId, row));
  }

  return {
    send: sending(world, needs, context),
    ...changing(world, needs, context),
    ...history(needs, context),
    ...pictureRecall(world, needs, context),
    ...searching(world, needs, context),
    ...createPeersStore(world.db.read),
    withholding: messageWithholding(world, context),

    async mostRecentWith(profileId, asked) {
      const hiddenIds = visibility.hiddenFrom(profileId);
      const size = limits.conversationsPage;
      const sequenceOf = async (messageId: string) => (await context.ownMessage(profileId, messageId)).sequence;
      // Enough to fill the page after the hidden ones are left out.
      const part = await partOf(asked, size + hiddenIds.size, sequenceOf);
      const newest = (await store.newestOfEach(profileId, part)).filter((row) => !hiddenIds.has(peerOf(profileId, row)));
      const rows = part.sinceSequence === undefined ? newest.slice(0, size) : newest.slice(-size);
      const peers = rows.map((row) => peerOf(profileId, row));
      const [briefs, unread] = await Promise.all([profiles.reducedBriefs(peers), store.unreadFrom(profileId, peers)]);
      return rows.flatMap((row) => {
        const profile = briefs.get(peerOf(profileId, row));
        return profile ? [{ ...seenBy(profileId, row), profile, unread: unread.get(profile.profileId) ?? 0 }] : [];
      });
    },

    between,

    async newestTextFrom(profileId, peerId) {
      const newest = await between(profileId, profileId, peerId, {});
      return newest.find(({ senderProfileId }) => senderProfileId === peerId)?.bodyText ?? '';
    },

    async one(viewerId, messageId) {
      const row = await context.ownMessage(viewerId, messageId);
      if (isGoneFor(viewerId, row)) throw problem('not-found');
      return seenBy(viewerId, row);
    },

    async changedSince(profileId, revision) {
      // Not even the count of changes discloses those who are hidden.
      const hiddenIds = [...visibility.hiddenFrom(profileId)];
      if (revision === null)
        return { revision: await changes.newestRevision(profileId, hiddenIds), mustResync: false, events: [] };
      const rows = await changes.changedSince(profileId, revision, maxEvents + 1, hiddenIds);
      const last = rows.at(-1);
      if (last === undefined || rows.length > maxEvents) {
        const newest = await changes.newestRevision(profileId, hiddenIds);
        // A member ahead of the server has seen what a restored backup does not know.
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
