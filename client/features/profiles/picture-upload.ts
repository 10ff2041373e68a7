// Accepted picture files, and texts for upload progress and errors.
import { limits } from '#shared/rules/limits.ts';
import type { UploadEntry } from '#client/offline/uploads/upload-queue.ts';

/** With this list, phones convert other formats to JPEG in their file picker. */
export const acceptedTypes = 'image/png,image/jpeg,image/webp';

const uploadErrors = {
  type: 'only png, jpeg and webp pictures are accepted.',
  size: 'the picture is larger than 8,192,000 bytes.',
} as const;

/** The text for a picture that could not be stored on the device. */
export const storageErrorText = (error: unknown): string =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
    ? 'Error: this device has no room left for the picture.'
    : 'Error: this device could not store the picture for the upload.';

/** 'Error: ' and the reasons why the file is rejected; null if it is accepted. */
export function fileError({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  const reasons = [
    ...(acceptedTypes.split(',').includes(type) ? [] : [uploadErrors.type]),
    ...(size > limits.pictureUploadBytes ? [uploadErrors.size] : []),
  ];
  return reasons.length === 0 ? null : `Error: ${reasons.join(' ')}`;
}

/** `part` is the fraction that was sent, from 0 to 1. */
export function uploadStateText({ state, stage, tries }: UploadEntry, part: number, isConnectionLost: boolean): string {
  if (isConnectionLost) return 'Waiting on this device for a connection';
  if (state === 'sending' && stage === 'file') return part === 1 ? 'Almost done' : 'Uploading';
  if (stage !== 'file') return 'Adding it to your profile';
  return tries > 0 ? 'Waiting to try again' : 'Waiting';
}

/** Problems with the file itself, which a retry can't solve. */
const permanentErrors = ['not-a-picture', 'picture-too-large', 'too-many-pixels', 'damaged-picture'];

export const canRetry = (reason: UploadEntry['reason']): boolean => !permanentErrors.includes(reason?.code ?? '');

/** The upload's state in one word. */
export function shortStateText({ state, stage }: UploadEntry, part: number, isConnectionLost: boolean): string {
  if (state === 'failed') return 'Error';
  if (isConnectionLost || state === 'waiting') return 'Waiting';
  return stage === 'file' && part < 1 ? `${Math.floor(part * 100)} %` : 'Finishing';
}

/** 'Error: …' for a picture that the server rejected. */
export function rejectionText(reason: UploadEntry['reason']): string {
  if (reason?.code === 'not-your-picture') return 'Error: this picture was deleted before it was added to your profile.';
  const message = reason?.message ?? '';
  return message.startsWith('Error: ') ? message : `Error: ${message}`;
}
