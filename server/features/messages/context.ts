// Dependencies and helper functions that the modules of this feature share.
import type { LiveEvent } from '#shared/contract/live.ts';
import type { Preferences } from '#shared/contract/settings.ts';
import type { Tx } from '#server/db/open.ts';
import type { RateLimiter } from '#server/http/rate-limits.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import type { OpenersService } from '#server/features/spam/openers.service.ts';
import { eventFor, peerOf, revisionFor } from './message-view.ts';
import { createListedConversationsStore, type ListedConversationsStore } from './listed-conversations.store.ts';
import { createMessagesStore, compiledInsert, type MessagesStore, type StoredMessage } from './messages.store.ts';
import { createOrderedWrites, type AfterCommitNotification, type OrderedWrite } from './ordered-writes.ts';

export interface Dependencies {
  readonly visibility: Visibility;
  readonly profiles: ProfilesService;
  readonly notifications: NotificationsService;
  readonly rates: RateLimiter;
  readonly preferencesOf: (profileId: string) => Promise<Pick<Preferences, 'sendSeen'>>;
  readonly openers: OpenersService;
}

export interface MessagesContext {
  readonly store: MessagesStore;
  readonly listed: ListedConversationsStore;
  readonly storeOf: (tx: Tx) => MessagesStore;
  readonly write: OrderedWrite;
  /** Sends a member the changed messages of their conversations, except with peers who are hidden from them. */
  readonly changeNotification: (viewerId: string, rows: readonly StoredMessage[]) => AfterCommitNotification;
  /** Withdraws the notification about a sender when the recipient has read all their messages. */
  readonly withdrawWhenRead: (tx: Tx, recipientId: string, senderId: string) => Promise<void>;
  /** Problem: not-found unless the viewer belongs to the conversation, and the other member neither blocks them nor is suspended. */
  readonly requireMessage: (viewerId: string, messageId: string) => Promise<StoredMessage>;
}

/** If more has changed, the client reloads its lists instead of receiving each event. */
export const maxEvents = 500;

export function createMessagesContext(world: World, { visibility, notifications }: Dependencies): MessagesContext {
  const { db, bus } = world;
  const insertSql = compiledInsert(db.read);
  const store = createMessagesStore(db.read, insertSql);
  const deliver = (profileId: string, event: LiveEvent, revision: number) =>
    bus.publish({ type: 'deliver', profileId, event, revision });

  return {
    store,
    listed: createListedConversationsStore(db.read),
    storeOf: (tx) => createMessagesStore(tx, insertSql),
    write: createOrderedWrites(world),
    changeNotification: (profileId, rows) => ({
      orderKey: profileId,
      events: [...new Set(rows.map((row) => peerOf(profileId, row)))].map((peerId) => ({
        type: 'messagesChanged',
        profileId,
        peerId,
      })),
      notify() {
        const shown = rows.filter((row) => !visibility.isHidden(profileId, peerOf(profileId, row)));
        if (shown.length <= maxEvents)
          return shown.forEach((row) => deliver(profileId, eventFor(profileId, row), revisionFor(profileId, row)));
        const revision = Math.max(...shown.map((row) => revisionFor(profileId, row)));
        return deliver(profileId, { type: 'hello', mustResync: true }, revision);
      },
    }),
    async withdrawWhenRead(tx, recipientId, senderId) {
      if ((await createMessagesStore(tx, insertSql).unreadFrom(recipientId, [senderId])).size > 0) return;
      await notifications.withdraw(tx, { profileId: recipientId, kind: 'message', aboutProfileId: senderId });
    },
    async requireMessage(viewerId, messageId) {
      const row = await store.find(messageId);
      if (row === null || row.recipient_id === null || (viewerId !== row.sender_id && viewerId !== row.recipient_id))
        throw problem('not-found');
      if (visibility.isBlockedBy(viewerId, peerOf(viewerId, row))) throw problem('not-found');
      return row;
    },
  };
}
