// Texts for the progress and errors of uploads.
import { t } from '#client/device/texts.ts';
import { byteSize, percent } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import type { UploadEntry } from '#client/offline/uploads/upload-queue.ts';
import { PictureRefused, pictureRefusals } from '#client/shrink/prepare-picture.ts';

/** 'Error: ' and why a picture could not be queued. */
export function refusalText(error: unknown): string {
  if (error instanceof PictureRefused) {
    const known = Object.values(pictureRefusals).find((text) => text === error.message);
    return known === undefined ? error.message : t(known);
  }
  return error instanceof DOMException && error.name === 'QuotaExceededError'
    ? t('Error: this device has no room left for the picture.')
    : t('Error: this device could not store the picture for the upload.');
}

/** Says that this device made a chosen file smaller, or converted it. */
export const shrunkText = (chosen: Pick<File, 'size'>, bytes: number): string =>
  bytes < chosen.size ? t('Made smaller from {size}', { size: byteSize(chosen.size, locale()) }) : t('Made into a JPEG');

/** `part` is the fraction that is already sent, from 0 to 1. */
export function uploadStateText({ state, stage, tries }: UploadEntry, part: number, isConnectionLost: boolean): string {
  if (isConnectionLost) return t('Waiting on this device for a connection');
  if (state === 'sending' && stage === 'file') return part === 1 ? t('Almost done') : t('Uploading');
  if (stage !== 'file') return t('Adding it to your profile');
  return tries > 0 ? t('Waiting to try again') : t('Waiting');
}

/** Problems with the file itself. Another try would not solve them. */
const permanentErrors = ['not-a-picture', 'picture-too-large', 'too-many-pixels', 'damaged-picture'];

export const canRetry = (reason: UploadEntry['reason']): boolean => !permanentErrors.includes(reason?.code ?? '');

/** The upload's state in one word. */
export function shortStateText({ state, stage }: UploadEntry, part: number, isConnectionLost: boolean): string {
  if (state === 'failed') return t('Error');
  if (isConnectionLost || state === 'waiting') return t('Waiting');
  return stage === 'file' && part < 1 ? percent(Math.floor(part * 100) / 100, locale()) : t('Finishing');
}

/** 'Error: …' for a picture that the server rejected. */
export function rejectionText(reason: UploadEntry['reason']): string {
  if (reason?.code === 'not-your-picture') return t('Error: this picture was deleted before it was added to your profile.');
  const message = reason?.message ?? '';
  // The message is English if the worker has sent the picture.
  const isWhole = ['Error: ', t('Error: {reason}', { reason: '' })].some((start) => message.startsWith(start));
  return isWhole ? message : t('Error: {reason}', { reason: message });
}
