// A dedicated worker that makes one picture small enough for upload. It is ended afterwards.
import { fitPicture, type Codec, type EncodedType } from './fit-picture.ts';

export interface ShrinkOrder {
  readonly file: Blob;
  readonly types: readonly EncodedType[];
}

/** The fraction that is done, then the new file, or null if there is none. */
export type ShrinkReply = number | Blob | null;

const browserCodec: Codec<ImageBitmap> = {
  decode: (file) => createImageBitmap(file, { imageOrientation: 'from-image' }),
  encode: async (picture, { width, height }, type, quality) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('This browser can not draw pictures.');
    if (type === 'image/jpeg') {
      // JPEG has no transparency.
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
    }
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, width, height);
    return canvas.convertToBlob({ type, quality });
  },
};

const reply = (message: ShrinkReply): void => postMessage(message);

addEventListener('message', ({ data: { file, types } }: MessageEvent<ShrinkOrder>) => {
  fitPicture(file, types, browserCodec, reply).then(reply, () => reply(null));
});
