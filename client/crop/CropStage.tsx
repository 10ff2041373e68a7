// A picture under a frame of four to five: dragged, pinched and wheeled to where it is to be cut.
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import Cropper from 'react-easy-crop';
import { limits } from '#shared/rules/limits.ts';
import { cutSize, kept, mostZoom, turnedPoint, type Cut, type Point, type Size } from './cut.ts';
// As a file: the style element it would make is refused by the page's policy.
import 'react-easy-crop/react-easy-crop.css';
import './crop.css';

export interface CropStageProps {
  readonly src: string;
  readonly cut: Cut;
  /** The size that cuts of it are counted in; null until it is loaded. */
  readonly picture: Size | null;
  /** It is loaded: its size, and the image itself. */
  readonly onPicture: (picture: Size, image: HTMLImageElement) => void;
  readonly onCut: (change: (cut: Cut) => Cut) => void;
  readonly onFailed: () => void;
}

/** Room around the frame, so that it is seen that there is more of the picture. */
const marginPx = 20;
const nothing: Size = { width: 0, height: 0 };

export function CropStage({ src, cut, picture, onPicture, onCut, onFailed }: CropStageProps) {
  const place = useRef<HTMLDivElement>(null);
  const room = useRoom(place);
  const [displayed, setDisplayed] = useState<Size>(nothing);
  const image = useRef<RefObject<HTMLImageElement | null>>(null);
  const frame = frameIn(room);

  /** How many pixels of the screen one of the picture takes. */
  const scaleOf = (at: Cut): number => (picture === null ? 1 : frame.width / cutSize(at, picture).width);
  /** The cropper's zoom is counted from the picture as it fits the stage. */
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

  // Zooming at a place tells the new position first, in the measure of a zoom that it tells only then.
  const told = useRef<Point | null>(null);
  const move = (point: Point): void => {
    if (picture === null || (Math.abs(point.x - crop.x) < 0.01 && Math.abs(point.y - crop.y) < 0.01)) return;
    told.current = point;
    queueMicrotask(() => {
      told.current = null;
    });
    onCut((before) => kept({ ...before, middle: middleAt(before, point) }, picture));
  };
  const zoomTo = (zoom: number): void => {
    if (picture === null) return;
    const point = told.current;
    onCut((before) => {
      const next = { ...before, zoom: zoom / zoomUnit(before) };
      return kept(point === null ? next : { ...next, middle: middleAt(next, point) }, picture);
    });
  };

  return (
    <div className="crop-stage" ref={place}>
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
          // The keys are the screen's, wherever the focus is. Its own size of the frame is old where the zoom changes with it.
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

/** The size of the stage as it is now: phones are turned, windows are drawn larger. */
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
