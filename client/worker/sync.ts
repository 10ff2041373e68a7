// Sends the writes and pictures that wait on the device when the browser reports that the connection is back, also with no page open.
import { memberDatabase } from '#client/offline/database.ts';
import { cacheReply } from '#client/offline/outbox/cache-reply.ts';
import { outboxQueue } from '#client/offline/outbox/outbox-queue.ts';
import { createReplay } from '#client/offline/outbox/replay.ts';
import { sendEntry } from '#client/offline/outbox/send.ts';
import { getOwnProfile, isProfileWaiting, namePictures, postUpload } from '#client/offline/uploads/send-upload.ts';
import { createUploadReplay } from '#client/offline/uploads/upload-replay.ts';
import { uploads } from '#client/offline/uploads/uploads.ts';

/** What Background Sync hands over; TypeScript's library does not know it. */
interface SyncEvent extends Event {
  readonly tag: string;
  waitUntil(work: Promise<unknown>): void;
}

const replay = createReplay({ outbox: outboxQueue, sender: memberDatabase.sender, send: sendEntry, cacheReply });

const replayUploads = createUploadReplay({
  uploads,
  sender: memberDatabase.sender,
  post: postUpload,
  ownProfile: getOwnProfile,
  isProfileWaiting,
  name: namePictures,
});

export const isOutboxSync = (event: Event): event is SyncEvent => Reflect.get(event, 'tag') === 'outbox';

/** Rejects when something is left to send, so that the browser calls again. A push may call it too. */
export async function sendOutbox(): Promise<void> {
  const rests = await Promise.all([replay(), replayUploads()]);
  if (rests.some((rest) => rest.is === 'lost' || rest.is === 'later')) throw new Error('The outbox is not empty yet');
}
