// Sends the writes and pictures that wait on the device when the browser says that the connection is back, also with no page open.
import { memberDatabase } from '#client/offline/database.ts';
import { keepReply } from '#client/offline/keep-reply.ts';
import { outbox } from '#client/offline/outbox.ts';
import { createReplay } from '#client/offline/replay.ts';
import { sendEntry } from '#client/offline/send.ts';
import { getOwnProfile, isProfileWaiting, namePictures, postUpload } from '#client/offline/send-upload.ts';
import { createUploadReplay } from '#client/offline/upload-replay.ts';
import { uploads } from '#client/offline/uploads.ts';

/** What Background Sync hands over; TypeScript's library does not know it. */
interface SyncEvent extends Event {
  readonly tag: string;
  waitUntil(work: Promise<unknown>): void;
}

const replay = createReplay({ outbox, sender: memberDatabase.sender, send: sendEntry, keep: keepReply });

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
