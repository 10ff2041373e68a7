// A profile picture in a reserved space: a placeholder while it loads, or a letter on a colour if there is none.
import { useCallback, useEffect, useRef, useState, type CSSProperties } from 'react';
import { hueOfId, initialOf } from '#shared/rules/no-picture.ts';
import { decodePlaceholder, placeholderSide } from '#shared/rules/picture-placeholder.ts';
import { whenToRetry } from './picture-retry.ts';
import './picture.css';

export interface PictureProps {
  /** Null if there is no picture. */
  readonly src: string | null;
  readonly srcSet?: string;
  readonly sizes?: string;
  /** Its first letter is shown if there is no picture. */
  readonly name: string;
  /** The owner of the picture, whose id gives the colour behind the letter. */
  readonly profileId?: string | undefined;
  /** The alternative text. Empty if the name is beside the picture. */
  readonly alt?: string | undefined;
  /** An entry of `picPlaceholders`. */
  readonly placeholder?: string | undefined;
  /** Shows a circle, for lists and headers. */
  readonly isAvatar?: boolean;
  /** Loads the picture at once, and not only when it is scrolled near the view. */
  readonly isFirst?: boolean;
  /** Does not request the picture yet. */
  readonly isWaiting?: boolean;
}

export function Picture(props: PictureProps) {
  const {
    src,
    srcSet,
    sizes,
    name,
    profileId,
    alt = '',
    placeholder,
    isAvatar = false,
    isFirst = false,
    isWaiting = false,
  } = props;
  const [failed, setFailed] = useState<string | null>(null);
  const failures = useRef(0);
  // The connection may have failed, or the server may not have a waiting change yet.
  useEffect(() => (failed === null ? undefined : whenToRetry(++failures.current, () => setFailed(null))), [failed]);
  const hue = profileId === undefined ? undefined : ({ '--person': hueOfId(profileId) } as CSSProperties);
  const isShown = src !== null && src !== failed;
  return (
    <span className={isAvatar ? 'picture avatar' : 'picture'} style={hue}>
      <span aria-hidden="true">{initialOf(name)}</span>
      {isShown && placeholder !== undefined && <PicturePlaceholder text={placeholder} />}
      {isShown && !isWaiting && (
        <img
          src={src}
          srcSet={srcSet}
          sizes={sizes}
          // Reserves the shape until the style sheet is loaded.
          width={isAvatar ? 48 : 400}
          height={isAvatar ? 48 : 500}
          alt={alt}
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

/** The nine pixels of the placeholder. The browser blurs them when it enlarges them. */
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
