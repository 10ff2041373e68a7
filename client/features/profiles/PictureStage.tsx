// One picture of several with its neighbours beside it: swiped, stepped through with buttons and keys, and looked at closer.
import { useRef, useState } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { contact } from '#client/net/contact.ts';
import { Button } from '#client/ui/Button.tsx';
import { BackIcon, ForwardIcon } from '#client/ui/icons.tsx';
import { Colours } from '#client/ui/Picture.tsx';
import { useStore } from '#client/device/store.ts';
import { useKeys } from '#client/ui/use-keys.ts';
import { usePictureGestures } from '#client/ui/use-picture-gestures.ts';
import { placeholderOf } from '#client/people/placeholder-of.ts';
import { ZoomIcon } from './picture-icons.ts';
import { pictureSrcSet, pictureUrl } from '#client/people/picture-url.ts';

export interface PictureStageProps {
  readonly ids: readonly string[];
  readonly current: string;
  /** Whose colours stand in until a picture is there. */
  readonly profile: Profile | undefined;
  readonly isPrivate: (id: string) => boolean;
  readonly onShow: (id: string) => void;
  readonly onLeave: () => void;
}

const zoomStep = 1.5;

export function PictureStage({ ids, current, profile, isPrivate, onShow, onLeave }: PictureStageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const index = ids.indexOf(current);
  const step = (by: number): void => {
    const next = ids[index + by];
    if (next !== undefined) onShow(next);
  };
  const gestures = usePictureGestures(current, step);
  const { look, dragPx, isHeld } = gestures;
  const zoom = (factor: number): void => {
    if (stage.current !== null) gestures.zoomBy(factor, { width: stage.current.clientWidth, height: stage.current.clientHeight });
  };
  useKeys({
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    '+': () => zoom(zoomStep),
    '-': () => zoom(1 / zoomStep),
    Escape: onLeave,
  });
  // At the first and the last picture there is nothing more to pull in.
  const isEnd = ids[index + (dragPx < 0 ? 1 : -1)] === undefined;
  const wayPx = isEnd ? dragPx / 3 : dragPx;

  return (
    <div className="stack" role="group" aria-roledescription="carousel" aria-label="Pictures">
      <div
        ref={stage}
        className={`carousel-stage${isHeld ? ' carousel-held' : ''}${look.scale > 1 ? ' carousel-close' : ''}`}
        {...gestures.handlers}
      >
        {ids.map((id, at) =>
          Math.abs(at - index) > 1 ? null : (
            <div
              key={id}
              className="carousel-slide"
              aria-hidden={at !== index}
              style={{ transform: `translateX(calc(${(at - index) * 100}% + ${wayPx}px))` }}
            >
              <LargePicture
                id={id}
                name={`Picture ${at + 1} of ${ids.length}`}
                isPrivate={isPrivate(id)}
                placeholder={placeholderOf(profile, id)}
                transform={at === index ? `translate(${look.x}px, ${look.y}px) scale(${look.scale})` : 'none'}
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
        <span className="carousel-place" aria-live="polite">
          {index + 1} of {ids.length}
        </span>
        <Button
          look="round"
          aria-label={look.scale > 1 ? 'Show all of it' : 'Look closer'}
          onClick={() => (look.scale > 1 ? gestures.showWhole() : zoom(zoomStep * zoomStep))}
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

/** The steps stand where they will be. */
export function StageSkeleton() {
  return (
    <div className="stack" aria-busy="true">
      <div className="carousel-stage" />
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
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading');
  const { isLost } = useStore(contact);
  // What could not be had for want of a connection is asked for again with the next one.
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
      {state === 'loading' && placeholder !== undefined && <Colours text={placeholder} />}
      <img
        src={pictureUrl(id, 1024, isPrivate)}
        srcSet={pictureSrcSet(id, isPrivate)}
        sizes="(min-width: 900px) 900px, 100vw"
        alt={name}
        draggable={false}
        decoding="async"
        style={{ transform }}
        onLoad={() => setState('there')}
        onError={() => setState('failed')}
      />
    </>
  );
}
