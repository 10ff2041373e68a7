// What the parts of this feature share: rows, writes in order, what to tell, and whose message is whose.
import type { LiveEvent } from '#shared/contract/live.ts';
import type { Tx } from '#server/db/open.ts';
import type { RateLimiter } from '#server/http/rate-limits.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import type { Blocks } from '#server/features/likes/blocks.service.ts';
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import type { OpenersService } from '#server/features/spam/openers.service.ts';
import { eventFor, peerOf, revisionFor } from './message-view.ts';
import { createMessagesStore, readyInsert, type MessagesStore, type StoredMessage } from './messages.store.ts';
import { createOrderedWrites, type OrderedWrite, type Telling } from './ordered-writes.ts';

export interface Needs {
  readonly blocks: Blocks;
  readonly profiles: ProfilesService;
  readonly notifications: NotificationsService;
  readonly rates: RateLimiter;
  /** Whether this member lets others know that he read their messages. */
  readonly sendsSeen: (profileId: string) => Promise<boolean>;
  /** Looks at what is said first to somebody. */
  readonly openers: OpenersService;
}

export interface Desk {
  readonly store: MessagesStore;
  readonly storeOf: (tx: Tx) => MessagesStore;
  readonly write: OrderedWrite;
  /** What to tell one of the two of messages that changed: nothing while they are apart. All of one change go out together. */
  readonly changed: (viewerId: string, rows: readonly StoredMessage[]) => Telling;
  /** The viewer's own message; one from or to a member who blocks him is gone, as if that member had left. Problem: not-found. */
  readonly ownMessage: (viewerId: string, messageId: string) => Promise<StoredMessage>;
}

/** More changes than this are not told one by one: asking the calls again is cheaper for everybody. */
export const toldMost = 500;

export function openDesk({ db, bus }: World, { blocks }: Needs): Desk {
  const insertSql = readyInsert(db.read);
  const store = createMessagesStore(db.read, insertSql);
  const tell = (profileId: string, event: LiveEvent) => bus.publish({ type: 'deliver', profileId, event });

  return {
    store,
    storeOf: (tx) => createMessagesStore(tx, insertSql),
    write: createOrderedWrites(db),
    changed: (profileId, rows) => ({
      profileId,
      tell() {
        const shown = rows.filter((row) => !blocks.isApart(profileId, peerOf(profileId, row)));
        if (shown.length <= toldMost) return shown.forEach((row) => tell(profileId, eventFor(profileId, row)));
        const revision = Math.max(...shown.map((row) => revisionFor(profileId, row)));
        return tell(profileId, { type: 'hello', revision, mustResync: true });
      },
    }),
    async ownMessage(viewerId, messageId) {
      const row = await store.find(messageId);
      if (row === null || row.recipient_id === null || (viewerId !== row.sender_id && viewerId !== row.recipient_id))
        throw problem('not-found');
      if (blocks.isBlockedBy(viewerId, peerOf(viewerId, row))) throw problem('not-found');
      return row;
    },
  };
}
