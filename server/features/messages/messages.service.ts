// Messages one to one: who may send what to whom, exactly once, in one order, and what each side is told.
import type { LiveEvent } from '#shared/contract/live.ts';
import type { ConversationListed, Message } from '#shared/contract/messages.ts';
import type { RateLimiter } from '../../http/rate-limits.ts';
import { problem, type Problem } from '../../http/problems.ts';
import type { World } from '../../world.ts';
import type { Blocks } from '../likes/blocks.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { ProfilesService } from '../profiles/profiles.service.ts';
import { eventFor, isGoneFor, peerOf, revisionFor, seenBy } from './message-view.ts';
import { createMessagesStore, pairOf, readyInsert, type Part, type StoredMessage } from './messages.store.ts';
import { rememberedByProfile } from './remembered.ts';

export interface Draft {
  readonly recipientProfileId?: string | null | undefined;
  readonly bodyText: string;
  readonly profilePicIds: readonly string[];
}

export interface PageAsked {
  readonly sinceMessageId?: string | undefined;
  readonly beforeMessageId?: string | undefined;
}

export interface Changes {
  /** Up to where the member is current once he has the events. */
  readonly revision: number;
  /** There is too much to tell: he asks the calls again. */
  readonly mustResync: boolean;
  readonly events: readonly LiveEvent[];
}

export interface MessagesService {
  /**
   * Stores a message, or gives the first one its sender sent with this key. Problems: bad-request without a recipient or to oneself,
   * public-name-missing, blank-message, not-found for a recipient or picture that is not there for the sender, too-many-requests.
   */
  send(senderId: string, draft: Draft, key: string): Promise<Message>;
  /** The newest message of each conversation. Problem: not-found for a cursor that is no message of the member's. */
  mostRecentWith(profileId: string, asked: PageAsked): Promise<ConversationListed[]>;
  /** One conversation. Problems: forbidden for a third, not-found for a cursor from another conversation. */
  between(viewerId: string, a: string, b: string, asked: PageAsked): Promise<Message[]>;
  /** Marks a received message and all earlier ones of its conversation read. Problem: not-found for everybody else. */
  markRead(viewerId: string, messageId: string): Promise<Message>;
  /** Hides a message from the viewer; with `forBoth` its sender takes it back. Problem: not-found, also the second time. */
  remove(viewerId: string, messageId: string, forBoth: boolean): Promise<void>;
  /** Everything that changed for a member after a revision he has seen; 0 asks only where he is now. */
  changedSince(profileId: string, revision: number): Promise<Changes>;
}

interface Needs {
  readonly blocks: Blocks;
  readonly profiles: ProfilesService;
  readonly notifications: NotificationsService;
  readonly rates: RateLimiter;
  /** Whether this member lets others know that he read their messages. */
  readonly sendsSeen: (profileId: string) => Promise<boolean>;
}

/** More changes than this are not told one by one: asking the calls again is cheaper for everybody. */
const toldMost = 500;
const knownPairsMost = 100_000;
/** Visibility is asked as a stranger would: who blocks whom is asked per pair. */
const stranger = '';

export function createMessagesService(world: World, needs: Needs): MessagesService {
  const { blocks, profiles, notifications, rates } = needs;
  const { db, bus, clock, ids, limits } = world;
  const insertSql = readyInsert(db.read);
  const store = createMessagesStore(db.read, insertSql);
  const senderOf = rememberedByProfile(bus, (profileId) => store.correspondent(profileId));
  const isThere = rememberedByProfile(bus, (profileId) => profiles.isVisible(stranger, profileId));
  /** Pairs that have written to each other: a memory only, the conversations are in the database. */
  const knownPairs = new Set<string>();
  let lastCreatedMs = 0;

  const tell = (profileId: string, event: LiveEvent) => bus.publish({ type: 'deliver', profileId, event });

  /** Tells one of the two how messages are now, unless the two are apart. All of one change go out together. */
  function tellChanged(viewerId: string, rows: readonly StoredMessage[]): void {
    const [first] = rows;
    if (!first || blocks.isApart(first.sender_id, first.recipient_id ?? '')) return;
    if (rows.length > toldMost) {
      tell(viewerId, { type: 'hello', revision: Math.max(...rows.map((row) => revisionFor(viewerId, row))), mustResync: true });
      return;
    }
    for (const row of rows) tell(viewerId, eventFor(viewerId, row));
  }

  async function refusalOf(senderId: string, { recipientProfileId, bodyText, profilePicIds }: Draft): Promise<Problem | null> {
    if (!recipientProfileId) return problem('bad-request', { message: 'recipientProfileId: a message needs a recipient.' });
    if (recipientProfileId === senderId) return problem('bad-request', { message: 'recipientProfileId: that is yourself.' });
    if (bodyText === '' && profilePicIds.length === 0) return problem('blank-message');
    if (blocks.isApart(senderId, recipientProfileId) || !(await isThere(recipientProfileId))) return problem('not-found');
    if (!(await senderOf(senderId))?.name) return problem('public-name-missing');
    if (profilePicIds.length > 0 && !(await store.ownsPictures(senderId, profilePicIds))) return problem('not-found');
    return null;
  }

  /** The viewer's own message; one from or to a member who blocks him is gone, as if that member had left. */
  async function ownMessage(viewerId: string, messageId: string): Promise<StoredMessage> {
    const row = await store.find(messageId);
    if (row === null || row.recipient_id === null || (viewerId !== row.sender_id && viewerId !== row.recipient_id))
      throw problem('not-found');
    if (blocks.isBlockedBy(viewerId, peerOf(viewerId, row))) throw problem('not-found');
    return row;
  }

  async function partOf(
    { sinceMessageId, beforeMessageId }: PageAsked,
    size: number,
    sequenceOf: (messageId: string) => Promise<number>,
  ): Promise<Part> {
    return {
      sinceSequence: sinceMessageId === undefined ? undefined : await sequenceOf(sinceMessageId),
      beforeSequence: beforeMessageId === undefined ? undefined : await sequenceOf(beforeMessageId),
      size,
    };
  }

  return {
    async send(senderId, draft, key) {
      const profilePicIds = [...new Set(draft.profilePicIds)];
      const refusal = await refusalOf(senderId, { ...draft, profilePicIds });
      if (refusal !== null) {
        const first = await store.findByKey(senderId, key);
        if (first === null || blocks.isApart(senderId, peerOf(senderId, first))) throw refusal;
        return seenBy(senderId, first);
      }
      const recipientId = draft.recipientProfileId ?? '';
      const sender = await senderOf(senderId);
      const pair = pairOf(senderId, recipientId);
      const id = ids.uuid();
      lastCreatedMs = Math.max(lastCreatedMs + 1, clock.now());
      const createdMs = lastCreatedMs;
      let isCounted = false;

      const { row, afterCommit } = await db.write(async (tx) => {
        const messages = createMessagesStore(tx, insertSql);
        await db.lock(tx, senderId, recipientId);
        const sequence = await db.nextSequence(tx);
        const message: StoredMessage = {
          id,
          sequence,
          revision: sequence,
          sender_revision: sequence,
          pair,
          sender_id: senderId,
          recipient_id: recipientId,
          sector: null,
          body_text: draft.bodyText,
          picIds: profilePicIds,
          idempotency_key: key,
          created_ms: createdMs,
          read_ms: null,
          is_read_told: 0,
          recipient_deleted_ms: null,
          sender_deleted_ms: null,
          is_test: sender?.isTest ? 1 : 0,
        };
        if (!(await messages.insertOnce(message))) return { row: await messages.findByKey(senderId, key), afterCommit: null };
        const isFirst = !knownPairs.has(pair) && (await messages.openConversation(senderId, recipientId));
        if (!isCounted) {
          // Refused here, nothing of it is stored; a repeated send never comes this far, so it costs no allowance.
          rates.demand(`messages-day:${senderId}`, limits.rates.messagesPerDay);
          if (isFirst) rates.demand(`conversations-day:${senderId}`, limits.rates.newConversationsPerDay);
          isCounted = true;
        }
        const about = { profileId: recipientId, kind: 'message', aboutProfileId: senderId } as const;
        return { row: message, afterCommit: await notifications.add(tx, about, sender?.name) };
      });

      if (row === null) throw problem('not-found');
      if (afterCommit === null) {
        if (blocks.isApart(senderId, peerOf(senderId, row))) throw problem('not-found');
        return seenBy(senderId, row);
      }
      if (knownPairs.size >= knownPairsMost) knownPairs.clear();
      knownPairs.add(pair);
      tellChanged(recipientId, [row]);
      tellChanged(senderId, [row]);
      afterCommit();
      return seenBy(senderId, row);
    },

    async mostRecentWith(profileId, asked) {
      const apart = blocks.apartFrom(profileId);
      const size = limits.conversationsPage;
      // As many more as may have to be left out again.
      const part = await partOf(asked, size + apart.size, async (messageId) => (await ownMessage(profileId, messageId)).sequence);
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
        const row = await ownMessage(viewerId, messageId);
        if (peerOf(viewerId, row) !== peerId) throw problem('not-found');
        return row.sequence;
      });
      if (blocks.isBlockedBy(viewerId, peerId)) return [];
      return (await store.between(viewerId, peerId, part)).map((row) => seenBy(viewerId, row));
    },

    async markRead(viewerId, messageId) {
      const message = await ownMessage(viewerId, messageId);
      if (message.recipient_id !== viewerId) throw problem('not-found');
      const senderId = message.sender_id;
      const isTold = !blocks.isApart(viewerId, senderId) && (await needs.sendsSeen(viewerId));
      const readMs = Math.max(clock.now(), message.created_ms);

      const { read, afterCommit } = await db.write(async (tx) => {
        const messages = createMessagesStore(tx, insertSql);
        await db.lock(tx, viewerId, senderId);
        const revision = await db.nextSequence(tx);
        const marked = await messages.markRead({
          recipientId: viewerId,
          senderId,
          upToSequence: message.sequence,
          revision,
          readMs,
          isTold,
        });
        if (marked.length === 0) return { read: marked, afterCommit: null };
        const unread = await messages.unreadFrom(viewerId, [senderId]);
        const about = { profileId: viewerId, kind: 'message', aboutProfileId: senderId } as const;
        return { read: marked, afterCommit: unread.size === 0 ? await notifications.withdraw(tx, about) : null };
      });

      tellChanged(viewerId, read);
      if (isTold) tellChanged(senderId, read);
      afterCommit?.();
      return seenBy(viewerId, read.find((row) => row.id === messageId) ?? (await ownMessage(viewerId, messageId)));
    },

    async remove(viewerId, messageId, forBoth) {
      const found = await ownMessage(viewerId, messageId);
      const isSender = found.sender_id === viewerId;
      if (forBoth && !isSender) throw problem('not-found');
      const recipientId = found.recipient_id ?? '';

      const { before, after, afterCommit } = await db.write(async (tx) => {
        const messages = createMessagesStore(tx, insertSql);
        await db.lock(tx, found.sender_id, recipientId);
        const before = await messages.find(messageId);
        if (before === null || isGoneFor(viewerId, before)) throw problem('not-found');
        const change = { revision: await db.nextSequence(tx), nowMs: clock.now() };
        if (forBoth) await messages.takeBack(before, change);
        else await messages.hide(messageId, isSender ? 'sender' : 'recipient', change);
        const after = (await messages.find(messageId)) ?? before;
        const wasWaiting = before.read_ms === null && !isGoneFor(recipientId, before) && isGoneFor(recipientId, after);
        const isLastWaiting = wasWaiting && (await messages.unreadFrom(recipientId, [found.sender_id])).size === 0;
        const about = { profileId: recipientId, kind: 'message', aboutProfileId: found.sender_id } as const;
        return { before, after, afterCommit: isLastWaiting ? await notifications.withdraw(tx, about) : null };
      });

      for (const side of [found.sender_id, recipientId])
        if (revisionFor(side, after) !== revisionFor(side, before)) tellChanged(side, [after]);
      afterCommit?.();
    },

    async changedSince(profileId, revision) {
      const rows = revision === 0 ? [] : await store.changedSince(profileId, revision, toldMost + 1);
      const last = rows.at(-1);
      if (last === undefined || rows.length > toldMost) {
        const newest = await store.newestRevision(profileId);
        // A member ahead of the server has seen what a restored backup does not know.
        const mustResync = rows.length > toldMost || (revision !== 0 && newest < revision);
        return { revision: mustResync || revision === 0 ? newest : revision, mustResync, events: [] };
      }
      const shown = rows.filter((row) => !blocks.isApart(profileId, peerOf(profileId, row)));
      return {
        revision: revisionFor(profileId, last),
        mustResync: false,
        events: shown.map((row) => eventFor(profileId, row)),
      };
    },
  };
}
