// Sends waiting writes and uploads at Background Sync, even if no page is open.
import { syncTag } from '#client/offline/outbox/background-sync.ts';
import { cacheReply } from '#client/offline/outbox/cache-reply.ts';
import { outboxQueue } from '#client/offline/outbox/outbox-queue.ts';
import { createReplay, turnOf } from '#client/offline/outbox/replay.ts';
import { sendEntry } from '#client/offline/outbox/send.ts';
import { getOwnProfile, isProfileWaiting, setProfilePictures, postUpload } from '#client/offline/uploads/send-upload.ts';
import { createUploadReplay } from '#client/offline/uploads/upload-replay.ts';
import { uploadQueue } from '#client/offline/uploads/upload-queue.ts';
import { unlessFinished } from './finish.ts';
import { sender } from './keys.ts';

/** The event of Background Sync, which TypeScript's library does not have. */
interface SyncEvent extends Event {
  readonly tag: string;
  waitUntil(work: Promise<unknown>): void;
}

const replay = createReplay({ outbox: outboxQueue, sender, send: sendEntry, cacheReply, turn: turnOf('outbox') });

const replayUploads = createUploadReplay({
  uploads: uploadQueue,
  sender,
  post: postUpload,
  ownProfile: getOwnProfile,
  isProfileWaiting,
  setProfilePictures,
  turn: turnOf('uploads'),
});

export const isOutboxSync = (event: Event): event is SyncEvent => Reflect.get(event, 'tag') === syncTag;

/**
 * Rejects if something is left to send, so that the browser fires another sync. Also rejects when the member agrees to an update,
 * because it may wait for minutes until a page has sent.
 */
export const sendOutbox = (): Promise<void> => unlessFinished(sendAll());

async function sendAll(): Promise<void> {
  const results = await Promise.all([replay(), replayUploads()]);
  // Sends the messages whose pictures have now been uploaded.
  if (results.every(({ is }) => is !== 'lost')) results.push(await replay());
  if (results.some(({ is }) => is === 'lost' || is === 'later')) throw new Error('Not everything is sent');
}
