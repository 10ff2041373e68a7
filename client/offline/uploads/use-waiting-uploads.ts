// Hooks for the pictures on this device that wait or are being uploaded, with their progress.
import { createStore, useStore } from '#client/device/store.ts';
import { createPendingEntries } from '#client/offline/outbox/pending-entries.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { inOwnLanguage } from '#client/offline/outbox/refusal-texts.ts';
import type { UploadEntry } from './upload-queue.ts';
import { uploads } from './uploads.ts';

/** The fraction that is sent, by id. It is absent before the upload has begun. */
const sentParts = createStore<ReadonlyMap<string, number>>(new Map());

/** The member's own pictures in the order in which they were chosen: waiting, being sent, or refused with a reason. */
export const { useEntries: useWaitingUploads } = createPendingEntries<UploadEntry>({
  entries: async (profile) => inOwnLanguage(await uploads.entries(profile)),
  listen: (callback) => {
    uploads.listen(callback);
    // Pictures of messages are stored and removed together with their messages.
    outbox.listen(callback);
    uploads.onMessage((message) => {
      if (message.is === 'progress') sentParts.set(new Map(sentParts.get()).set(message.id, message.part));
    });
  },
});

/** Returns the fraction that is sent, from 0 to 1. It is 1 once the server has the picture. */
export function useSentPart({ id, stage, state }: Pick<UploadEntry, 'id' | 'stage' | 'state'>): number {
  const part = useStore(sentParts).get(id) ?? 0;
  return stage === 'file' ? (state === 'sending' ? part : 0) : 1;
}
