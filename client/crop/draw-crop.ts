// Crops a picture and encodes the result, decoding only the pixels that are needed.
import { limits } from '#shared/rules/limits.ts';
import { pictureWidths } from '#shared/rules/picture-sizes.ts';
import { cropSize, halfBox, rescaled, type Crop, type Size } from './crop-geometry.ts';

/** The widest size that the server stores. */
const maxWidth = Math.max(...pictureWidths);
/** This many decoded pixels take 100 MB, and phones may not have more. */
const maxPixels = 25_000_000;
/** JPEG qualities, tried one after the other until the file is small enough. */
const qualities = [0.92, 0.8, 0.6, 0.4];

export interface CropSource {
  /** The URL of the full-size picture. */
  readonly fullSizeUrl: string;
  /** The image that the crop refers to. It is used if the full-size picture is too large or can't be loaded. */
  readonly shown: HTMLImageElement;
}

/** Returns the crop as a JPEG within the upload limit. Throws if the picture can't be drawn. */
export async function drawCrop({ fullSizeUrl, shown }: CropSource, crop: Crop): Promise<Blob> {
  const original = await load(fullSizeUrl).catch(() => shown);
  const isTooLarge = original.naturalWidth * original.naturalHeight > maxPixels;
  const picture = isTooLarge ? shown : original;
  return encode(await cropToCanvas(picture, rescaled(crop, picture.naturalWidth / shown.naturalWidth)));
}

/** Loads an image without decoding it. */
function load(src: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('The picture could not be loaded.'));
    image.src = src;
  });
}

async function cropToCanvas(image: HTMLImageElement, crop: Crop): Promise<HTMLCanvasElement> {
  const picture = { width: image.naturalWidth, height: image.naturalHeight };
  const { width } = cropSize(crop, picture);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.min(maxWidth, Math.round(width)));
  canvas.height = Math.round(canvas.width / limits.pictureAspect);
  const scale = canvas.width / width;
  const part = boundingPart(crop, picture);
  const bitmap = await createImageBitmap(image, part.x, part.y, part.width, part.height, {
    resizeQuality: 'high',
    ...(scale < 1 && { resizeWidth: Math.ceil(part.width * scale), resizeHeight: Math.ceil(part.height * scale) }),
  });
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser can not draw pictures.');
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((crop.degrees * Math.PI) / 180);
  context.scale(scale, scale);
  context.translate(-crop.middle.x - picture.width / 2, -crop.middle.y - picture.height / 2);
  context.drawImage(bitmap, part.x, part.y, part.width, part.height);
  bitmap.close();
  return canvas;
}

/** The part of the picture that contains the rotated crop, in integer pixels. */
function boundingPart(crop: Crop, picture: Size) {
  const half = halfBox(crop, picture);
  const [left, top] = [picture.width / 2 + crop.middle.x - half.x, picture.height / 2 + crop.middle.y - half.y];
  const x = Math.max(0, Math.floor(left));
  const y = Math.max(0, Math.floor(top));
  return {
    x,
    y,
    width: Math.max(1, Math.min(picture.width, Math.ceil(left + half.x * 2)) - x),
    height: Math.max(1, Math.min(picture.height, Math.ceil(top + half.y * 2)) - y),
  };
}

async function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  for (const quality of qualities) {
    // JPEG, because some browsers cannot encode WebP.
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (blob !== null && blob.size <= limits.pictureUploadBytes) return blob;
  }
  throw new Error('The picture could not be made small enough.');
}
