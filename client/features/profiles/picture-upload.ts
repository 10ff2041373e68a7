// What can be uploaded, and how its way is told.
import { limits } from '#shared/rules/limits.ts';
import type { UploadEntry } from '#client/offline/uploads/uploads.ts';

/** For the file picker; phones then turn what they store otherwise into JPEG. */
export const acceptedTypes = 'image/png,image/jpeg,image/webp';

export const uploadErrors = {
  type: 'only png, jpeg and webp pictures are accepted.',
  size: 'the picture is larger than 8,192,000 bytes.',
} as const;

/** Why a picture could not be kept on the device until it is up. */
export const keepErrors = (error: unknown): string =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
    ? 'Error: this device has no room left for the picture.'
    : 'Error: this device could not keep the picture until it is up.';

/** 'Error: ' and the reasons why a file can't be taken; null where nothing is known against it. */
export function refusalOf({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  const reasons = [
    ...(acceptedTypes.split(',').includes(type) ? [] : [uploadErrors.type]),
    ...(size > limits.pictureUploadBytes ? [uploadErrors.size] : []),
  ];
  return reasons.length === 0 ? null : `Error: ${reasons.join(' ')}`;
}

/** Where a picture is on its way, for whoever waits for it. `part` is what of it is sent, 0 to 1. */
export function uploadWords({ state, stage, tries }: UploadEntry, part: number, isConnectionLost: boolean): string {
  if (isConnectionLost) return 'Waits on this device for a connection';
  if (state === 'sending' && stage === 'file') return part === 1 ? 'Being prepared' : 'Uploading';
  if (stage !== 'file') return 'Comes into your profile';
  return tries > 0 ? 'Waits for another try' : 'Waiting';
}

/** What the server says of the file itself, and would say of it every time. */
const lastingCodes = ['not-a-picture', 'picture-too-large', 'too-many-pixels', 'damaged-picture'];

/** Whether the same file may be taken another time. */
export const isWorthRetry = (reason: UploadEntry['reason']): boolean => !lastingCodes.includes(reason?.code ?? '');

/** The same in a word, for where there is no room. */
export function shortWords({ state, stage }: UploadEntry, part: number, isConnectionLost: boolean): string {
  if (state === 'failed') return 'Error';
  if (isConnectionLost || state === 'waiting') return 'Waiting';
  return stage === 'file' && part < 1 ? `${Math.floor(part * 100)} %` : 'Nearly';
}

/** 'Error: …' for a picture that the server would not take. */
export function reasonWords(reason: UploadEntry['reason']): string {
  if (reason?.code === 'not-your-picture') return 'Error: this picture was deleted before it came into your profile.';
  const message = reason?.message ?? '';
  return message.startsWith('Error: ') ? message : `Error: ${message}`;
}
