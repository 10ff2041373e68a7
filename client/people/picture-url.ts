// The URLs of profile pictures in their available sizes.
import { pictures } from '#shared/contract/pictures.ts';
import { urlOf } from '#shared/contract/endpoint.ts';
import { pictureWidths, type PictureWidth } from '#shared/rules/picture-sizes.ts';

export function pictureUrl(id: string, widthPx: PictureWidth, isPrivate = false): string {
  const { path } = isPrivate ? pictures.getPrivatePicture : pictures.getPicture;
  return urlOf(path, { id }, { scale_x: widthPx });
}

/** The largest size that every device can handle. It has its own path, so that the worker does not replace it by a smaller size. */
export const cropSourceUrl = (id: string, isPrivate: boolean): string =>
  isPrivate ? pictureUrl(id, 2048, true) : urlOf(pictures.getDisplayedPicture.path, { id }, { scale_x: 2048 });

export const pictureSrcSet = (id: string, isPrivate = false): string =>
  pictureWidths.map((width) => `${pictureUrl(id, width, isPrivate)} ${width}w`).join(', ');
