// A picture under a 4:5 frame, moved and zoomed by drag, pinch and wheel to choose the crop.
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import Cropper from 'react-easy-crop';
import { limits } from '#shared/rules/limits.ts';
import { cutSize, clampCut, mostZoom, turnedPoint, type Cut, type Point, type Size } from './cut.ts';
// Its style sheet is imported as a file: the style element it would insert is refused by the page's policy.
import 'react-easy-crop/react-easy-crop.css';
import './crop.css';

export interface CropStageProps {
  readonly src: string;
  readonly cut: Cut;
  /** The size that the cut's pixels refer to; null until the picture is loaded. */
  readonly picture: Size | null;
  /** Called when it is loaded, with its size and the image. */
  readonly onPicture: (picture: Size, image: HTMLImageElement) => void;
  readonly onCut: (change: (cut: Cut) => Cut) => void;
  readonly onFailed: () => void;
}

/** Space around the frame that shows the rest of the picture. */
const marginPx = 20;
const nothing: Size = { width: 0, height: 0 };

export function CropView({ src, cut, picture, onPicture, onCut, onFailed }: CropStageProps) {
  const place = useRef<HTMLDivElement>(null);
  const room = useRoom(place);
  const [displayed, setDisplayed] = useState<Size>(nothing);
  const image = useRef<RefObject<HTMLImageElement | null>>(null);
  const frame = frameIn(room);

  /** Screen pixels per picture pixel. */
  const scaleOf = (at: Cut): number => (picture === null ? 1 : frame.width / cutSize(at, picture).width);
  /** The cropper counts its zoom from the picture as it fits the view. */
  const zoomUnit = (at: Cut): number => {
    const fitted = picture === null ? 1 : displayed.width / picture.width;
    return scaleOf({ ...at, zoom: 1 }) / (fitted || 1);
  };
  const middleAt = (at: Cut, { x, y }: Point): Point => {
    const point = turnedPoint({ x: -x, y: -y }, -at.degrees);
    return { x: point.x / scaleOf(at), y: point.y / scaleOf(at) };
  };

  const seen = turnedPoint(cut.middle, cut.degrees);
  const crop = { x: -seen.x * scaleOf(cut), y: -seen.y * scaleOf(cut) };

  // A zoom at a point reports the new position first, in the scale of the zoom that it reports only afterwards.
  const positionBeforeZoom = useRef<Point | null>(null);
  const move = (point: Point): void => {
    if (picture === null || (Math.abs(point.x - crop.x) < 0.01 && Math.abs(point.y - crop.y) < 0.01)) return;
    positionBeforeZoom.current = point;
    queueMicrotask(() => {
      positionBeforeZoom.current = null;
    });
    onCut((before) => clampCut({ ...before, middle: middleAt(before, point) }, picture));
  };
  const zoomTo = (zoom: number): void => {
    if (picture === null) return;
    const point = positionBeforeZoom.current;
    onCut((before) => {
      const next = { ...before, zoom: zoom / zoomUnit(before) };
      return clampCut(point === null ? next : { ...next, middle: middleAt(next, point) }, picture);
    });
  };

  return (
    <div className="crop-view" ref={place}>
      {room.width > 0 && (
        <Cropper
          image={src}
          crop={crop}
          zoom={cut.zoom * zoomUnit(cut)}
          minZoom={zoomUnit(cut)}
          maxZoom={mostZoom * zoomUnit(cut)}
          rotation={cut.degrees}
          aspect={limits.pictureAspect}
          cropSize={frame}
          restrictPosition={false}
          disableAutomaticStylesInjection
          setMediaSize={({ width, height }) => {
            if (width !== displayed.width || height !== displayed.height) setDisplayed({ width, height });
          }}
          setImageRef={(ref) => (image.current = ref)}
          onMediaLoaded={({ naturalWidth, naturalHeight }) => {
            const loaded = image.current?.current;
            if (loaded) onPicture({ width: naturalWidth, height: naturalHeight }, loaded);
          }}
          onCropChange={move}
          onZoomChange={zoomTo}
          mediaProps={{ alt: 'The picture to crop', onError: onFailed, draggable: false }}
          // The screen handles keys, wherever the focus is. The cropper's own frame size is stale when the zoom changes with it.
          cropperProps={{ tabIndex: -1, onKeyDown: undefined, onKeyUp: undefined, style: frame }}
        />
      )}
    </div>
  );
}

function frameIn({ width, height }: Size): Size {
  const frameWidth = Math.max(1, Math.min(width - 2 * marginPx, (height - 2 * marginPx) * limits.pictureAspect));
  return { width: frameWidth, height: frameWidth / limits.pictureAspect };
}

/** The current size of the element. */
function useRoom(place: { readonly current: HTMLElement | null }): Size {
  const [room, setRoom] = useState<Size>(nothing);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const measure = (): void => setRoom({ width: element.clientWidth, height: element.clientHeight });
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    measure();
    return () => watcher.disconnect();
  }, [place]);
  return room;
}
