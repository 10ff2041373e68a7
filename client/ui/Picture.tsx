// A picture of a profile in its reserved space, with its colours as placeholder, or the initial of the name without a picture.
import { useCallback, useEffect, useState } from 'react';
import { decodePlaceholder, placeholderSide } from '#shared/rules/picture-placeholder.ts';
import './picture.css';

export interface PictureProps {
  /** Null where the profile has no picture to show. */
  readonly src: string | null;
  /** Further sizes for `srcset`, and how wide the picture is shown. */
  readonly srcSet?: string;
  readonly sizes?: string;
  /** The profile's name: the alternative text, and its first letter the fallback. */
  readonly name: string;
  /** The picture's colours, sent by the server beside its id. */
  readonly placeholder?: string | undefined;
  /** Round and square-cut, for lists and headers. */
  readonly isAvatar?: boolean;
  /** The first pictures of a screen load at once, all others as they come near. */
  readonly isFirst?: boolean;
}

export function Picture({ src, srcSet, sizes, name, placeholder, isAvatar = false, isFirst = false }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    if (failed === null) return;
    // The reason may have been the connection.
    const tryAgain = (): void => setFailed(null);
    addEventListener('online', tryAgain);
    return () => removeEventListener('online', tryAgain);
  }, [failed]);
  const [initial = '·'] = name.trim().toUpperCase();
  const isShown = src !== null && src !== failed;
  return (
    <span className={isAvatar ? 'picture avatar' : 'picture'}>
      <span aria-hidden="true">{initial}</span>
      {isShown && placeholder !== undefined && <PicturePlaceholder text={placeholder} />}
      {isShown && (
        <img
          src={src}
          srcSet={srcSet}
          sizes={sizes}
          // The style sheet sizes it; these say its shape before the sheet is there.
          width={isAvatar ? 48 : 400}
          height={isAvatar ? 48 : 500}
          alt={name}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst && !isAvatar ? 'high' : 'auto'}
          decoding="async"
          draggable={false}
          onError={() => setFailed(src)}
        />
      )}
    </span>
  );
}

/** Nine pixels of a placeholder that the browser blurs by making them as large as the picture. */
export function PicturePlaceholder({ text }: { readonly text: string }) {
  const draw = useCallback(
    (canvas: HTMLCanvasElement | null) => {
      const rgb = decodePlaceholder(text);
      const context = canvas?.getContext('2d');
      if (rgb === null || !context) return;
      const image = context.createImageData(placeholderSide, placeholderSide);
      for (let pixel = 0; pixel < placeholderSide ** 2; pixel++)
        image.data.set([...rgb.subarray(pixel * 3, pixel * 3 + 3), 255], pixel * 4);
      context.putImageData(image, 0, 0);
    },
    [text],
  );
  return <canvas ref={draw} width={placeholderSide} height={placeholderSide} aria-hidden="true" />;
}
