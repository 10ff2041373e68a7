// The addresses of profile pictures, in the sizes that the server keeps.
import { pictures } from '#shared/contract/pictures.ts';
import { urlOf } from '#shared/contract/endpoint.ts';
import { pictureWidths, type PictureWidth } from '#shared/rules/picture-sizes.ts';

export function pictureUrl(id: string, widthPx: PictureWidth, isPrivate = false): string {
  const { path } = isPrivate ? pictures.getPrivatePicture : pictures.getPicture;
  return urlOf(path, { id }, { scale_x: widthPx });
}

/** As large as any device can take. By its own path, so that without connection no smaller size stands in for it. */
export const pictureToCut = (id: string, isPrivate: boolean): string =>
  isPrivate ? pictureUrl(id, 2048, true) : urlOf(pictures.getDisplayedPicture.path, { id }, { scale_x: 2048 });

/** All sizes for the browser to choose from. */
export const pictureSrcSet = (id: string, isPrivate = false): string =>
  pictureWidths.map((width) => `${pictureUrl(id, width, isPrivate)} ${width}w`).join(', ');
