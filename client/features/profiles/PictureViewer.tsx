// The carousel's viewer: one picture at a time, with swipe, buttons, keys and zoom.
import { useRef, useState } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { reachability } from '#client/net/reachability.ts';
import { Button } from '#client/ui/Button.tsx';
import { BackIcon, ForwardIcon } from '#client/ui/icons.tsx';
import { PicturePlaceholder } from '#client/ui/Picture.tsx';
import { useStore } from '#client/device/store.ts';
import { useKeys } from '#client/ui/use-keys.ts';
import { usePictureGestures } from '#client/ui/use-picture-gestures.ts';
import { placeholderOf } from '#client/people/placeholder-of.ts';
import { ZoomIcon } from './picture-icons.ts';
import { usePictureSource } from '#client/net/picture-source.ts';
import { pictureSrcSet, pictureUrl } from '#client/people/picture-url.ts';

export interface PictureViewerProps {
  readonly ids: readonly string[];
  readonly current: string;
  /** Contains the pictures' placeholders. */
  readonly profile: Profile | undefined;
  readonly isPrivate: (id: string) => boolean;
  readonly onShow: (id: string) => void;
  readonly onLeave: () => void;
}

const zoomStep = 1.5;

export function PictureViewer({ ids, current, profile, isPrivate, onShow, onLeave }: PictureViewerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const index = ids.indexOf(current);
  const step = (by: number): void => {
    const next = ids[index + by];
    if (next !== undefined) onShow(next);
  };
  const gestures = usePictureGestures(current, step);
  const { view, dragPx, isDragging } = gestures;
  const zoom = (factor: number): void => {
    if (frame.current !== null) gestures.zoomBy(factor, { width: frame.current.clientWidth, height: frame.current.clientHeight });
  };
  useKeys({
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    '+': () => zoom(zoomStep),
    '-': () => zoom(1 / zoomStep),
    Escape: onLeave,
  });
  // The first and the last picture follow a drag only a little.
  const isAtEnd = ids[index + (dragPx < 0 ? 1 : -1)] === undefined;
  const offsetPx = isAtEnd ? dragPx / 3 : dragPx;

  return (
    <div className="stack" role="group" aria-roledescription="carousel" aria-label="Pictures">
      <div
        ref={frame}
        className={`carousel-frame${isDragging ? ' carousel-dragging' : ''}${view.scale > 1 ? ' carousel-zoomed' : ''}`}
        {...gestures.handlers}
      >
        {ids.map((id, slide) =>
          Math.abs(slide - index) > 1 ? null : (
            <div
              key={id}
              className="carousel-slide"
              aria-hidden={slide !== index}
              style={{ transform: `translateX(calc(${(slide - index) * 100}% + ${offsetPx}px))` }}
            >
              <LargePicture
                id={id}
                name={`Picture ${slide + 1} of ${ids.length}`}
                isPrivate={isPrivate(id)}
                placeholder={placeholderOf(profile, id)}
                transform={slide === index ? `translate(${view.x}px, ${view.y}px) scale(${view.scale})` : 'none'}
              />
            </div>
          ),
        )}
      </div>
      <div className="row row-apart carousel-steps">
        <Button onClick={() => step(-1)} disabled={index <= 0}>
          <BackIcon />
          Prev
        </Button>
        <span className="carousel-position" aria-live="polite">
          {index + 1} of {ids.length}
        </span>
        <Button
          look="round"
          aria-label={view.scale > 1 ? 'Show the whole picture' : 'Zoom in'}
          onClick={() => (view.scale > 1 ? gestures.resetZoom() : zoom(zoomStep * zoomStep))}
        >
          <ZoomIcon />
        </Button>
        <Button onClick={() => step(1)} disabled={index >= ids.length - 1}>
          Next
          <ForwardIcon />
        </Button>
      </div>
    </div>
  );
}

/** The viewer's frame with disabled buttons, to avoid layout shift. */
export function ViewerSkeleton() {
  return (
    <div className="stack" aria-busy="true">
      <div className="carousel-frame" />
      <div className="row row-apart carousel-steps">
        <Button disabled>
          <BackIcon />
          Prev
        </Button>
        <Button disabled>
          Next
          <ForwardIcon />
        </Button>
      </div>
    </div>
  );
}

interface LargePictureProps {
  readonly id: string;
  readonly name: string;
  readonly isPrivate: boolean;
  readonly placeholder: string | undefined;
  readonly transform: string;
}

function LargePicture({ id, name, isPrivate, placeholder, transform }: LargePictureProps) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  const { isLost } = useStore(reachability);
  const url = pictureUrl(id, 1024, isPrivate);
  const src = usePictureSource(url);
  // A picture that failed to load offline is loaded again when the connection is back.
  const [wasLost, setWasLost] = useState(isLost);
  if (wasLost !== isLost) {
    setWasLost(isLost);
    if (state === 'failed' && !isLost) setState('loading');
  }
  if (state === 'failed')
    return (
      <p className="carousel-missing">
        {isLost ? 'You are offline: this picture is not on this device.' : 'This picture is not available.'}
      </p>
    );
  return (
    <>
      {state === 'loading' && placeholder !== undefined && <PicturePlaceholder text={placeholder} />}
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
