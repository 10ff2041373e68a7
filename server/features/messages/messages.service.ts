// Messages one to one: which of them a member sees.
import type { LiveEvent } from '#shared/contract/live.ts';
import type { ConversationListed, Message } from '#shared/contract/messages.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import { createChangesStore } from './changes.store.ts';
import { changing, type Changing } from './changing.ts';
import { openDesk, toldMost, type Needs } from './desk.ts';
import { history, type History } from './history.ts';
import { pictureRecall, type PictureRecall } from './picture-recall.ts';
import { eventFor, isGoneFor, peerOf, revisionFor, seenBy } from './message-view.ts';
import type { Part } from './messages.store.ts';
import { searching, type Searching } from './searching.ts';
import { sending, type Send } from './sending.ts';
import { messageWithholding, type MessageWithholding } from './withholding.ts';

export interface PageAsked {
  readonly sinceMessageId?: string | undefined;
  readonly beforeMessageId?: string | undefined;
}

interface Changes {
  /** Up to where the member is current once he has the events. */
  readonly revision: number;
  /** There is too much to tell: he asks the calls again. */
  readonly mustResync: boolean;
  readonly events: readonly LiveEvent[];
}

export interface MessagesService extends Changing, History, PictureRecall, Searching {
  /** Of a message that must not be shown to its recipient. */
  readonly withholding: MessageWithholding;
  readonly send: Send;
  /** The newest message of each conversation. Problem: not-found for a cursor that is no message of the member's. */
  mostRecentWith(profileId: string, asked: PageAsked): Promise<ConversationListed[]>;
  /** One conversation. Problems: forbidden for a third, not-found for a cursor from another conversation. */
  between(viewerId: string, a: string, b: string, asked: PageAsked): Promise<Message[]>;
  /** One message. Problem: not-found where it is not there for the viewer. */
  one(viewerId: string, messageId: string): Promise<Message>;
  /** Everything that changed for a member after a revision he has seen; 0 asks only where he is now. */
  changedSince(profileId: string, revision: number | null): Promise<Changes>;
}

export function createMessagesService(world: World, needs: Needs): MessagesService {
  const { blocks, profiles } = needs;
  const { limits } = world;
  const desk = openDesk(world, needs);
  const { store } = desk;
  const changes = createChangesStore(world.db.read);

  async function partOf(asked: PageAsked, size: number, sequenceOf: (messageId: string) => Promise<number>): Promise<Part> {
    const { sinceMessageId, beforeMessageId } = asked;
    return {
      sinceSequence: sinceMessageId === undefined ? undefined : await sequenceOf(sinceMessageId),
      beforeSequence: beforeMessageId === undefined ? undefined : await sequenceOf(beforeMessageId),
      size,
    };
  }

  return {
    send: sending(world, needs, desk),
    ...changing(world, needs, desk),
    ...history(needs, desk),
    ...pictureRecall(world, needs, desk),
    ...searching(world, needs, desk),
    withholding: messageWithholding(world, needs, desk),

    async mostRecentWith(profileId, asked) {
      const apart = blocks.apartFrom(profileId);
      const size = limits.conversationsPage;
      const sequenceOf = async (messageId: string) => (await desk.ownMessage(profileId, messageId)).sequence;
      // As many more as may have to be left out again.
      const part = await partOf(asked, size + apart.size, sequenceOf);
      const newest = (await store.newestOfEach(profileId, part)).filter((row) => !apart.has(peerOf(profileId, row)));
      const rows = part.sinceSequence === undefined ? newest.slice(0, size) : newest.slice(-size);
      const peers = rows.map((row) => peerOf(profileId, row));
      const [briefs, unread] = await Promise.all([profiles.reducedBriefs(peers), store.unreadFrom(profileId, peers)]);
      return rows.flatMap((row) => {
        const profile = briefs.get(peerOf(profileId, row));
        return profile ? [{ ...seenBy(profileId, row), profile, unread: unread.get(profile.profileId) ?? 0 }] : [];
      });
    },

    async between(viewerId, a, b, asked) {
      if (viewerId !== a && viewerId !== b) throw problem('forbidden');
      const peerId = viewerId === a ? b : a;
      const part = await partOf(asked, limits.messagesPage, async (messageId) => {
        const row = await desk.ownMessage(viewerId, messageId);
        if (peerOf(viewerId, row) !== peerId) throw problem('not-found');
        return row.sequence;
      });
      if (blocks.isBlockedBy(viewerId, peerId)) return [];
      return (await store.between(viewerId, peerId, part)).map((row) => seenBy(viewerId, row));
    },

    async one(viewerId, messageId) {
      const row = await desk.ownMessage(viewerId, messageId);
      if (isGoneFor(viewerId, row)) throw problem('not-found');
      return seenBy(viewerId, row);
    },

    async changedSince(profileId, revision) {
      // Not even the count of changes tells of those who are apart.
      const apart = [...blocks.apartFrom(profileId)];
      if (revision === null) return { revision: await changes.newestRevision(profileId, apart), mustResync: false, events: [] };
      const rows = await changes.changedSince(profileId, revision, toldMost + 1, apart);
      const last = rows.at(-1);
      if (last === undefined || rows.length > toldMost) {
        const newest = await changes.newestRevision(profileId, apart);
        // A member ahead of the server has seen what a restored backup does not know.
        const mustResync = rows.length > toldMost || newest < revision;
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
