// The pictures of this device that wait or are being uploaded, for screens, with their progress.
import { createStore, useStore } from '#client/device/store.ts';
import { createPendingEntries } from '#client/offline/outbox/pending-entries.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import type { UploadEntry } from './upload-queue.ts';
import { uploads } from './uploads.ts';

/** By id; absent until the upload has begun. */
const sentParts = createStore<ReadonlyMap<string, number>>(new Map());

/** The own ones, in the order they were chosen: waiting, under way, and refused ones with their reason. */
export const useWaitingUploads: () => readonly UploadEntry[] = createPendingEntries({
  entries: uploads.entries,
  listen: (callback) => {
    uploads.listen(callback);
    // Pictures of messages are stored and removed with them.
    outbox.listen(callback);
    uploads.onMessage((message) => {
      if (message.is === 'progress') sentParts.set(new Map(sentParts.get()).set(message.id, message.part));
    });
  },
});

/** How much of it is sent, 0 to 1; what the server has is sent. */
export function useSentPart({ id, stage, state }: Pick<UploadEntry, 'id' | 'stage' | 'state'>): number {
  const part = useStore(sentParts).get(id) ?? 0;
  return stage === 'file' ? (state === 'sending' ? part : 0) : 1;
}
