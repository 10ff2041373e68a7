// Prepares a chosen picture for upload. Pictures that are too large, and HEIC, are converted on this device. Others stay as they are.
import { limits } from '#shared/rules/limits.ts';
import type { EncodedType } from './fit-picture.ts';
import { readHeader, type PictureHeader } from './picture-header.ts';
import type { ShrinkOrder, ShrinkReply } from './shrink-worker.ts';

/** With this list, the file picker of phones converts other formats to JPEG. */
export const acceptedTypes = 'image/png,image/jpeg,image/webp';

/** In English. */
export const pictureRefusals = {
  type: 'Error: only png, jpeg and webp pictures are accepted.',
  heic: 'Error: this browser can’t read HEIC pictures. Save the picture as JPEG and choose that one.',
  tooLarge:
    'Error: the picture is larger than 8,192,000 bytes and could not be made smaller here. Save a smaller copy and choose that one.',
  tooManyPixels:
    'Error: the picture has more than 50 million pixels and could not be made smaller here. Save a smaller copy and choose that one.',
} as const;

/** Its message is for the member: one of `pictureRefusals`. */
export class PictureRefused extends Error {}

export interface Preparing {
  readonly signal: AbortSignal;
  /** Called with the fraction that is done, only if the picture is made smaller. */
  readonly onProgress: (part: number) => void;
}

export type Shrink = (order: ShrinkOrder, preparing: Preparing) => Promise<Blob | null>;

/** This many decoded pixels take 1 GB. */
const maxDecodedPixels = 250_000_000;

/** Rejects with a `PictureRefused`, or with the reason of the signal. */
export async function preparePicture(file: File, preparing: Preparing, shrink: Shrink = shrinkInWorker): Promise<File> {
  const header = readHeader(await file.slice(0, limits.pictureUploadBytes).arrayBuffer());
  preparing.signal.throwIfAborted();
  const isHeic = header.format === 'heic' || /^image\/hei[cf]/.test(file.type);
  // Some systems give a picture no type, or another name of it.
  const isAccepted = header.format !== null || acceptedTypes.split(',').includes(file.type);
  if (!isHeic && !isAccepted) throw new PictureRefused(pictureRefusals.type);
  const isTooLarge = file.size > limits.pictureUploadBytes;
  const pixels = pixelsOf(header);
  if (!isHeic && !isTooLarge && pixels <= limits.picturePixels) return file;
  const types: readonly EncodedType[] =
    header.format === 'png' || header.format === 'webp' ? ['image/webp', 'image/jpeg'] : ['image/jpeg'];
  const blob = pixels > maxDecodedPixels ? null : await shrink({ file, types }, preparing);
  if (blob === null) throw refusal(isHeic, isTooLarge);
  return new File([blob], renamed(file.name, blob.type), { type: blob.type });
}

function refusal(isHeic: boolean, isTooLarge: boolean): PictureRefused {
  if (isHeic) return new PictureRefused(pictureRefusals.heic);
  return new PictureRefused(isTooLarge ? pictureRefusals.tooLarge : pictureRefusals.tooManyPixels);
}

const pixelsOf = ({ size }: PictureHeader): number => (size === null ? 0 : size.width * size.height);

const renamed = (name: string, type: string): string =>
  `${name.replace(/\.\w{1,5}$/, '')}.${type === 'image/webp' ? 'webp' : 'jpg'}`;

/** Null if this browser cannot read the picture or make it small enough. */
const shrinkInWorker: Shrink = async (order, { signal, onProgress }) => {
  const worker = new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Blob | null>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      // The worker could not be loaded, or this browser lacks a function that it needs.
      worker.addEventListener('error', () => resolve(null));
      worker.addEventListener('message', ({ data }: MessageEvent<ShrinkReply>) =>
        typeof data === 'number' ? onProgress(data) : resolve(data),
      );
      worker.postMessage(order);
    });
  } finally {
    worker.terminate();
  }
};
