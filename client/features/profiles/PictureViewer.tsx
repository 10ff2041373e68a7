// The viewer: one picture on the whole screen, with swipe, pull down, buttons, keys and zoom. A tap hides or shows the controls.
import { t } from '#client/device/texts.ts';
import { forward } from '#client/device/language.ts';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { Button } from '#client/ui/Button.tsx';
import { faceTransitionTo } from '#client/ui/face-transition.ts';
import { BackIcon, ForwardIcon } from '#client/ui/icons.tsx';
import { useKeys } from '#client/ui/use-keys.ts';
import { usePictureGestures } from '#client/ui/use-picture-gestures.ts';
import { placeholderOf } from '#client/people/placeholder-of.ts';
import { LargePicture, picturesOnScreen } from './LargePicture.tsx';
import { ZoomIcon } from './picture-icons.ts';
import { pictureNumber } from './picture-number.ts';
import { ViewerFrame } from './ViewerFrame.tsx';

export interface PictureViewerProps {
  readonly title: string;
  readonly ids: readonly string[];
  readonly current: string;
  /** The profile's placeholders are shown while pictures load. */
  readonly profile: Profile | undefined;
  readonly isPrivate: (id: string) => boolean;
  readonly onShow: (id: string) => void;
  readonly onLeave: () => void;
  readonly notices: ReactNode;
  /** Shown between the buttons for the previous and the next picture. */
  readonly children: ReactNode;
}

const zoomStep = 1.5;

export function PictureViewer(props: PictureViewerProps) {
  const { title, ids, current, profile, isPrivate, onShow, onLeave, notices, children } = props;
  const stage = useRef<HTMLDivElement>(null);
  const [isQuiet, setQuiet] = useState(false);
  const [thumbnails] = useState(picturesOnScreen);
  // The tapped picture grows into the large one.
  const transition = useMemo(() => faceTransitionTo(current), [current]);
  const index = ids.indexOf(current);
  const step = (by: number): void => {
    const next = ids[index + by];
    if (next !== undefined) onShow(next);
  };
  const toRight = forward();
  const gestures = usePictureGestures(current, {
    onSwipe: (by) => step(by * toRight),
    onPullDown: onLeave,
    onTap: () => setQuiet((before) => !before),
  });
  const { view, drag, isDragging } = gestures;
  const zoom = (factor: number): void => {
    if (stage.current !== null) gestures.zoomBy(factor, { width: stage.current.clientWidth, height: stage.current.clientHeight });
  };
  useKeys({
    ArrowLeft: () => step(-toRight),
    ArrowRight: () => step(toRight),
    '+': () => zoom(zoomStep),
    '-': () => zoom(1 / zoomStep),
    Escape: onLeave,
  });
  // At the first and the last picture, a drag moves the picture only a little.
  const isAtEnd = ids[index + (drag.x < 0 ? toRight : -toRight)] === undefined;
  const offsetPx = isAtEnd ? drag.x / 3 : drag.x;

  return (
    <ViewerFrame
      title={title}
      isQuiet={isQuiet}
      isPulled={drag.y > 0}
      onLeave={onLeave}
      notices={notices}
      tools={
        <>
          <span className="viewer-position" aria-live="polite">
            {t('{number} of {count}', pictureNumber(index, ids.length))}
          </span>
          <Button
            look="round"
            aria-label={view.scale > 1 ? t('Show the whole picture') : t('Zoom in')}
            onClick={() => (view.scale > 1 ? gestures.resetZoom() : zoom(zoomStep * zoomStep))}
          >
            <ZoomIcon />
          </Button>
        </>
      }
      actions={
        <>
          <Button onClick={() => step(-1)} isOff={index <= 0}>
            <BackIcon />
            <span className="viewer-word">{t('picture|Prev')}</span>
          </Button>
          {children}
          <Button onClick={() => step(1)} isOff={index >= ids.length - 1}>
            <span className="viewer-word">{t('picture|Next')}</span>
            <ForwardIcon />
          </Button>
        </>
      }
    >
      <div
        ref={stage}
        className={isDragging ? 'viewer-stage viewer-dragging' : 'viewer-stage'}
        role="group"
        aria-roledescription={t('carousel')}
        aria-label={t('Pictures')}
        {...gestures.handlers}
      >
        {ids.map((id, slide) =>
          Math.abs(slide - index) > 1 ? null : (
            <div
              key={id}
              ref={slide === index ? transition : undefined}
              className="viewer-slide"
              aria-hidden={slide !== index}
              style={{ transform: `translate(calc(${(slide - index) * toRight * 100}% + ${offsetPx}px), ${drag.y}px)` }}
            >
              <LargePicture
                id={id}
                name={t('Picture {number} of {count}', pictureNumber(slide, ids.length))}
                isPrivate={isPrivate(id)}
                placeholder={placeholderOf(profile, id)}
                thumbnail={thumbnails.get(id)}
                transform={slide === index ? `translate(${view.x}px, ${view.y}px) scale(${view.scale})` : 'none'}
              />
            </div>
          ),
        )}
      </div>
    </ViewerFrame>
  );
}
