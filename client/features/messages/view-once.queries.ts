// Requests a picture that can be viewed once, under the same key until it has arrived.
import type { QueryClient } from '@tanstack/react-query';
import { messages } from '#shared/contract/messages.ts';
import { flushLocal } from '#client/device/storage.ts';
import { whenStorageOpened } from '#client/device/storage-opening.ts';
import { call } from '#client/net/call.ts';
import { isTemporaryRefusal, Refused } from '#client/net/errors.ts';
import { withTimeout } from '#client/offline/cached-first.ts';
import { invalidate } from '#client/offline/invalidate.ts';
import { lostKeyOf, storeLostKey } from './lost-views.ts';

/**
 * Rejects with a final `Refused` if the picture is no longer there. After any other error the same request can be repeated, even by
 * a new page.
 */
export async function viewPicture(messageId: string): Promise<Blob> {
  // Until the storage is open, the keys of an earlier page are unknown.
  await withTimeout(whenStorageOpened());
  const idempotencyKey = lostKeyOf(messageId) ?? crypto.randomUUID();
  storeLostKey(messageId, idempotencyKey);
  // On a full device the picture is shown nevertheless.
  await flushLocal().catch(() => undefined);
  try {
    const picture = await call(messages.postMessageView, { params: { id: messageId } }, { idempotencyKey });
    storeLostKey(messageId, null);
    // The cast is safe, because replies to endpoints with `bytes` are blobs, which their types do not say.
    return picture as unknown as Blob;
  } catch (error) {
    if (error instanceof Refused && !isTemporaryRefusal(error)) storeLostKey(messageId, null);
    throw error;
  }
}

/** Views a picture, and refetches its message, which has changed with it. */
export async function viewAndRefetch(queries: QueryClient, messageId: string): Promise<Blob> {
  try {
    return await viewPicture(messageId);
  } finally {
    for (const key of ['messages', 'conversations']) invalidate(queries, [key]);
  }
}
