// Accepted files, and texts of upload progress and errors.
import { limits } from '#shared/rules/limits.ts';
import type { UploadEntry } from '#client/offline/uploads/uploads.ts';

/** For the file picker; phones convert other formats to JPEG for it. */
export const acceptedTypes = 'image/png,image/jpeg,image/webp';

const uploadErrors = {
  type: 'only png, jpeg and webp pictures are accepted.',
  size: 'the picture is larger than 8,192,000 bytes.',
} as const;

/** Why a picture could not be stored on the device for its upload. */
export const storageErrorWords = (error: unknown): string =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
    ? 'Error: this device has no room left for the picture.'
    : 'Error: this device could not store the picture for the upload.';

/** 'Error: ' and the reasons why a file is refused; null for an acceptable one. */
export function refusalOf({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  const reasons = [
    ...(acceptedTypes.split(',').includes(type) ? [] : [uploadErrors.type]),
    ...(size > limits.pictureUploadBytes ? [uploadErrors.size] : []),
  ];
  return reasons.length === 0 ? null : `Error: ${reasons.join(' ')}`;
}

/** The state of an upload as text. `part` is the share sent, 0 to 1. */
export function uploadWords({ state, stage, tries }: UploadEntry, part: number, isConnectionLost: boolean): string {
  if (isConnectionLost) return 'Waiting on this device for a connection';
  if (state === 'sending' && stage === 'file') return part === 1 ? 'Almost done' : 'Uploading';
  if (stage !== 'file') return 'Adding it to your profile';
  return tries > 0 ? 'Waiting to try again' : 'Waiting';
}

/** Problems with the file itself, which a retry would meet again. */
const lastingCodes = ['not-a-picture', 'picture-too-large', 'too-many-pixels', 'damaged-picture'];

/** True if a retry with the same file may succeed. */
export const isWorthRetry = (reason: UploadEntry['reason']): boolean => !lastingCodes.includes(reason?.code ?? '');

/** The same in one word, for small places. */
export function shortWords({ state, stage }: UploadEntry, part: number, isConnectionLost: boolean): string {
  if (state === 'failed') return 'Error';
  if (isConnectionLost || state === 'waiting') return 'Waiting';
  return stage === 'file' && part < 1 ? `${Math.floor(part * 100)} %` : 'Nearly';
}

/** 'Error: …' for a picture that the server refused. */
export function reasonWords(reason: UploadEntry['reason']): string {
  if (reason?.code === 'not-your-picture') return 'Error: this picture was deleted before it was added to your profile.';
  const message = reason?.message ?? '';
  return message.startsWith('Error: ') ? message : `Error: ${message}`;
}
