// Uploads waiting pictures from a page, and reports their progress.
import { pictures } from '#shared/contract/pictures.ts';
import { ConnectionLost, Refused, ServerError } from '#client/net/errors.ts';
import { upload } from '#client/net/upload.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { startReplaying, senderOfPage } from '#client/offline/outbox/page-replay.ts';
import type { Answer } from '#client/offline/outbox/send.ts';
import { turnAfterFrozen } from '#client/offline/outbox/take-over.ts';
import { uploadForm, getOwnProfile, isProfileWaiting, setProfilePictures, uploadTimeoutMs } from './send-upload.ts';
import { createUploadReplay, type UploadParts } from './upload-replay.ts';
import type { UploadEntry } from './upload-queue.ts';
import { uploads } from './uploads.ts';

/**
 * Call it once per page. `confirmSession` is called when the server does not know the session stored on this device. `show` is
 * called in every tab once a picture is in the profile, and the picture stays on the device until its promise settles.
 * `sendMessages` is called once the picture of a message is uploaded.
 */
export function startPageUploads(
  confirmSession: () => unknown,
  { show, sendMessages }: { readonly show: (entry: UploadEntry) => unknown; readonly sendMessages: () => unknown },
): void {
  uploads.onMessage((message) => {
    if (message.is === 'held') sendMessages();
    return message.is === 'done' ? show(message.entry) : undefined;
  });
  const replay = createUploadReplay({
    uploads,
    sender: senderOfPage,
    post: postWithProgress,
    ownProfile: getOwnProfile,
    isProfileWaiting,
    setProfilePictures,
    turn: turnAfterFrozen('uploads', uploads.channel, uploadTimeoutMs),
  });
  const { replayNow } = startReplaying(replay, uploads, confirmSession);
  // A message may have been stored with pictures.
  outbox.onAdded(replayNow);
}

const postWithProgress: UploadParts['post'] = async (entry, file, { signal, onProgress }) => {
  const { recipient, replaces } = entry;
  const form = uploadForm(entry, file);
  try {
    const options = { form, onProgress, signal, idempotencyKey: entry.id, background: true };
    const reply = await (recipient === undefined
      ? upload(pictures.postPicture, { query: replaces === null ? {} : { replace_id: replaces } }, options)
      : upload(pictures.postChatPicture, { query: { recipientProfileId: recipient } }, options));
    return { is: 'done', reply, version: null };
  } catch (error) {
    return answerOf(error);
  }
};

/** Converts the errors of a call to the plain values that the replay reads. */
function answerOf(error: unknown): Answer {
  if (error instanceof Refused || error instanceof ServerError) {
    const { status, message, retryAfterMs } = error;
    return { is: 'refused', status, code: error instanceof Refused ? error.code : '', message, retryAfterMs };
  }
  // The connection was lost, the member stopped the upload, or the response was incomplete. The result is not known in any of these cases.
  if (error instanceof ConnectionLost || error instanceof DOMException || error instanceof SyntaxError) return { is: 'lost' };
  throw error;
}
