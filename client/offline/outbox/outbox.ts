// The outbox for screens: its entries, changes to them, and callbacks for the result of each write.
import type { MemberDatabase } from '#client/offline/database.ts';
import { removeUploads, restartUploads } from './upload-rows.ts';
import type { OutboxEntry } from './outbox-entries.ts';
import { createOutboxQueue, outboxQueue, type Answered, type OutboxMessage, type OutboxQueue } from './outbox-queue.ts';
import { waitingForScreens, type WaitingForScreens } from './waiting-for-screens.ts';

export interface Outbox extends OutboxQueue, WaitingForScreens {
  /** Sends a refused write again, with its pictures, or the refused pictures of a waiting one. */
  readonly retry: (id: string) => Promise<void>;
  /** Removes a write. Resolves to false if it is being sent, or is already gone. */
  readonly drop: (id: string) => Promise<boolean>;
  /** Calls back after each change in any tab. Returns a function that unsubscribes. */
  readonly listen: (callback: () => unknown) => () => void;
  /** Calls back in every tab with the reply to each write, before the write is removed from the outbox. */
  readonly onDelivered: (callback: AnswerListener) => () => void;
  /** Calls back with the newer state from another device, before the write is rebased onto it. */
  readonly onConflict: (callback: AnswerListener) => () => void;
}

export type AnswerListener = (entry: OutboxEntry, reply: unknown) => unknown;

export const createOutbox = (database: MemberDatabase, channelName = 'outbox'): Outbox =>
  forScreens(createOutboxQueue(database, channelName));

export const outbox = forScreens(outboxQueue);

function forScreens(queue: OutboxQueue): Outbox {
  const { database, changed, channel, rememberVersion } = queue;
  const { notifyAdded, ...waiting } = waitingForScreens(database, 'outbox');
  const onMessage = (listener: (message: OutboxMessage) => unknown): (() => void) =>
    channel.listen((message) => {
      if (message.type !== 'changed') rememberVersion(message.entry, message.version);
      return listener(message);
    });
  const onAnswered =
    (type: Answered) =>
    (callback: AnswerListener): (() => void) =>
      onMessage((message) => (message.type === type ? callback(message.entry, message.reply) : undefined));

  return {
    ...queue,
    ...waiting,
    add: async (write) => {
      const entry = await queue.add(write);
      notifyAdded();
      return entry;
    },
    retry: async (id) => {
      await database.run(['outbox', 'uploads'], undefined, async (transaction) => {
        const row = await transaction.objectStore('outbox').index('byId').get(id);
        const isRefused = row?.state === 'failed';
        if (isRefused) await transaction.objectStore('outbox').put({ ...row, state: 'waiting', reason: null, nextMs: 0 });
        await restartUploads(transaction, row?.uploadIds ?? [], isRefused);
      });
      void changed();
      notifyAdded();
    },
    drop: async (id) => {
      const isDropped = await database.run(['outbox', 'uploads', 'uploadFiles'], false, async (transaction) => {
        const row = await transaction.objectStore('outbox').index('byId').get(id);
        if (row?.order === undefined || row.state === 'sending') return false;
        await transaction.objectStore('outbox').delete(row.order);
        await removeUploads(transaction, row.profile, row.uploadIds ?? []);
        return true;
      });
      void changed();
      return isDropped;
    },
    listen: (callback) => onMessage(({ type }) => (type === 'changed' ? callback() : undefined)),
    onDelivered: onAnswered('delivered'),
    onConflict: onAnswered('overtaken'),
  };
}
