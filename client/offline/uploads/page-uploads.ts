// Uploads waiting pictures from a page, and reports their progress.
import { pictures } from '#shared/contract/pictures.ts';
import { ConnectionLost, Refused, ServerError } from '#client/net/errors.ts';
import { upload } from '#client/net/upload.ts';
import { startReplaying, senderOfPage } from '#client/offline/outbox/page-replay.ts';
import type { Answer } from '#client/offline/outbox/send.ts';
import { formOf, getOwnProfile, isProfileWaiting, namePictures } from './send-upload.ts';
import { createUploadReplay, type UploadParts } from './upload-replay.ts';
import type { UploadEntry } from './upload-queue.ts';
import { uploads } from './uploads.ts';

/**
 * Call it once per page. `confirmSession` is called if the server does not know the session. `show` is called in every tab when a
 * picture is in the profile. The picture is removed from the device when its promise resolves.
 */
export function startPageUploads(confirmSession: () => unknown, show: (entry: UploadEntry) => unknown): void {
  uploads.onMessage((message) => (message.is === 'done' ? show(message.entry) : undefined));
  const replay = createUploadReplay({
    uploads,
    sender: senderOfPage,
    post: postWithProgress,
    ownProfile: getOwnProfile,
    isProfileWaiting,
    name: namePictures,
  });
  startReplaying(replay, uploads, confirmSession);
}

const postWithProgress: UploadParts['post'] = async (entry, file, { signal, onProgress }) => {
  const query = entry.replaces === null ? {} : { replace_id: entry.replaces };
  const form = formOf(entry, file);
  try {
    const options = { form, onProgress, signal, idempotencyKey: entry.id, background: true };
    return { is: 'done', reply: await upload(pictures.postPicture, { query }, options), version: null };
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
  // The member stopped it, or the response was incomplete. In both cases the result is not known.
  if (error instanceof ConnectionLost || error instanceof DOMException || error instanceof SyntaxError) return { is: 'lost' };
  throw error;
}
