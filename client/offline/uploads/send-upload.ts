// The calls that upload a picture and add it to the profile. They do not use the contract, because the worker has none.
import { outboxQueue } from '#client/offline/outbox/outbox-queue.ts';
import { sendRequest, requestTimeoutMs, type Answer } from '#client/offline/outbox/send.ts';
import type { UploadParts } from './upload-replay.ts';
import type { UploadEntry } from './upload-queue.ts';

/** The largest picture needs this time on a slow connection: 8,192,000 bytes at 0.2 Mbit/s. */
export const uploadTimeoutMs = 330_000;

/** The path of changes to one's own profile. Those in the outbox have the same path. */
const profilePath = '/api/profile';

/** Builds the form of a picture as the contract describes it. */
export function uploadForm({ profile, fileName }: UploadEntry, file: Blob): FormData {
  const form = new FormData();
  form.set('authorProfileId', profile);
  form.set('picfilename', fileName);
  form.set('picfile', file, fileName);
  return form;
}

const pathOf = ({ recipient, replaces }: UploadEntry): string => {
  if (recipient !== undefined) return `/api/chat-pic?recipientProfileId=${recipient}`;
  return `/api/profile-pic${replaces === null ? '' : `?replace_id=${replaces}`}`;
};

/** Sends without progress, for the worker. */
export const postUpload: UploadParts['post'] = (entry, file, { signal }) =>
  sendRequest(pathOf(entry), {
    method: 'POST',
    headers: { accept: 'application/json', 'idempotency-key': entry.id },
    body: uploadForm(entry, file),
    signal: AbortSignal.any([signal, AbortSignal.timeout(uploadTimeoutMs)]),
  });

export const getOwnProfile = (profile: string): Promise<Answer> =>
  sendRequest(`/api/profile/${profile}`, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(requestTimeoutMs),
  });

export const isProfileWaiting: UploadParts['isProfileWaiting'] = async (profile) =>
  (await outboxQueue.entries(profile)).some(({ path, state }) => path === profilePath && state !== 'failed');

export const setProfilePictures: UploadParts['setProfilePictures'] = ({ profile, list }, pictureIds, version) =>
  sendRequest(profilePath, {
    method: 'PUT',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(version === null ? {} : { 'if-match': version }),
    },
    body: JSON.stringify({ id: profile, [list]: pictureIds }),
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
