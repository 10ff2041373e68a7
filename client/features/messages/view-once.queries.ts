// Requests a picture that can be viewed once, under the same key until it has arrived.
import { useQueryClient } from '@tanstack/react-query';
import { messages } from '#shared/contract/messages.ts';
import { call } from '#client/net/call.ts';
import { Refused } from '#client/net/errors.ts';
import { invalidate } from '#client/offline/invalidate.ts';

/** The keys of requests whose answer may have been lost, by message. With its key the server answers again for a minute. */
const keys = new Map<string, string>();

/** Rejects with `Refused` if the picture is no longer there. After any other error the same request can be repeated. */
export async function viewPicture(messageId: string): Promise<Blob> {
  const idempotencyKey = keys.get(messageId) ?? crypto.randomUUID();
  keys.set(messageId, idempotencyKey);
  try {
    const picture = await call(messages.postMessageView, { params: { id: messageId } }, { idempotencyKey });
    keys.delete(messageId);
    // The cast is safe, because replies to endpoints with `bytes` are blobs, which their types do not say.
    return picture as unknown as Blob;
  } catch (error) {
    if (error instanceof Refused) keys.delete(messageId);
    throw error;
  }
}

/** Returns a function that views a picture and refetches its message, which has changed with it. */
export function useViewPicture(): (messageId: string) => Promise<Blob> {
  const queries = useQueryClient();
  return async (messageId) => {
    try {
      return await viewPicture(messageId);
    } finally {
      for (const key of ['messages', 'conversations']) invalidate(queries, [key]);
    }
  };
}
