// A picture in the viewer. Until the large one is loaded, it shows the size that was on the previous screen.
import { t } from '#client/device/texts.ts';
import { useEffect, useRef, useState } from 'react';
import { reachability } from '#client/net/reachability.ts';
import { usePictureSource } from '#client/net/picture-source.ts';
import { useStore } from '#client/device/store.ts';
import { pictureSrcSet, pictureUrl } from '#client/people/picture-url.ts';
import { PicturePlaceholder } from '#client/ui/Picture.tsx';
import { whenToRetry } from '#client/ui/picture-retry.ts';

export interface LargePictureProps {
  readonly id: string;
  readonly name: string;
  readonly isPrivate: boolean;
  readonly placeholder: string | undefined;
  /** The URL of a smaller size that is already loaded. */
  readonly thumbnail: string | undefined;
  readonly transform: string;
}

export function LargePicture({ id, name, isPrivate, placeholder, thumbnail, transform }: LargePictureProps) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  const { isLost } = useStore(reachability);
  const url = pictureUrl(id, 1024, isPrivate);
  const src = usePictureSource(url);
  const failures = useRef(0);
  useEffect(() => (state === 'failed' ? whenToRetry(++failures.current, () => setState('loading')) : undefined), [state]);
  // A picture that could not be loaded offline is loaded again when the connection is back.
  const [wasLost, setWasLost] = useState(isLost);
  if (wasLost !== isLost) {
    setWasLost(isLost);
    if (state === 'failed' && !isLost) setState('loading');
  }
  if (state === 'failed')
    return (
      <p className="viewer-missing">
        {isLost ? t('You are offline: this picture is not on this device.') : t('This picture is not available.')}
      </p>
    );
  return (
    <>
      {state === 'loading' && thumbnail === undefined && placeholder !== undefined && <PicturePlaceholder text={placeholder} />}
      {state === 'loading' && thumbnail !== undefined && (
        <img className="viewer-thumbnail" src={thumbnail} alt="" decoding="sync" draggable={false} style={{ transform }} />
      )}
      <img
        src={src ?? undefined}
        srcSet={src === url ? pictureSrcSet(id, isPrivate) : undefined}
        sizes="(min-width: 900px) 900px, 100vw"
        alt={name}
        draggable={false}
        decoding="async"
        style={{ transform }}
        onLoad={() => setState('loaded')}
        onError={() => setState('failed')}
      />
    </>
  );
}

/** The URLs of the pictures on the screen, by picture id. Call it while the previous screen is still shown. */
export function picturesOnScreen(): ReadonlyMap<string, string> {
  const loaded = [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  return new Map(
    loaded
      // The Map keeps the last entry of each id, which is the largest.
      .toSorted((one, other) => one.naturalWidth - other.naturalWidth)
      .map(({ currentSrc }): [string, string] => [/\/([\w-]+)\?scale_x=/.exec(currentSrc)?.[1] ?? '', currentSrc]),
  );
}
