// Stores what a page could not store before it closed. Writes are then sent, even if the device cannot store them.
import { storeDraft } from '#client/offline/cached-values.ts';
import type { NewWrite } from '#client/offline/outbox/outbox-entries.ts';
import type { StoreMessage } from '#client/offline/outbox/store-message.ts';
import { requestSync } from '#client/offline/outbox/background-sync.ts';
import { outboxQueue } from '#client/offline/outbox/outbox-queue.ts';
import { sendUnstored } from '#client/offline/outbox/send.ts';
import { deviceState, withKeysOfPage } from './keys.ts';
import { sendOutbox } from './sync.ts';

declare const self: { readonly registration: ServiceWorkerRegistration };

let storing: Promise<unknown> = Promise.resolve();

/** Handles one message after the other, so that they are stored in order. */
export function storeForPage(message: StoreMessage): Promise<unknown> {
  storing = storing.then(() => store(message)).catch(() => undefined);
  return storing;
}

async function store(message: StoreMessage): Promise<void> {
  const { isLockSet } = await deviceState();
  await (isLockSet ? withKeysOfPage(message.keys, () => storeContent(message)) : storeContent(message));
  if ('write' in message) await sendOutbox().catch(() => requestSync(self.registration));
}

async function storeContent(message: StoreMessage): Promise<void> {
  if ('draft' in message) await storeDraft(message.profile, message.conversation, message.draft);
  else if (!(await isStored(message.write))) await outboxQueue.add(message.write).catch(() => sendLast(message.write));
}

/**
 * Sends what the device has stored before it became full, and then the write, which is stored nowhere. Returns true if the server
 * has done the write.
 */
export async function sendLast(write: NewWrite): Promise<boolean> {
  await sendOutbox().catch(() => undefined);
  return sendUnstored(write);
}

/** The page may have stored it before it ended. */
const isStored = ({ profile, key }: NewWrite): Promise<boolean> =>
  outboxQueue.entries(profile).then(
    (entries) => entries.some((entry) => entry.key === key),
    () => false,
  );
