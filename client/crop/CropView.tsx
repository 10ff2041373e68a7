// The cropper: a picture under a 4:5 frame, moved and zoomed by drag, pinch and wheel.
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import Cropper from 'react-easy-crop';
import { limits } from '#shared/rules/limits.ts';
import { cropSize, clampCrop, maxZoom, rotatedPoint, type Crop, type Point, type Size } from './crop-geometry.ts';
// Imported here, because the content security policy blocks the style element that the cropper would insert.
import 'react-easy-crop/react-easy-crop.css';
import './crop.css';

export interface CropViewProps {
  /** Null while the picture is loading. */
  readonly src: string | null;
  readonly alt: string;
  readonly crop: Crop;
  /** The picture's size, in whose pixels the crop is measured. Null until it is loaded. */
  readonly picture: Size | null;
  /** Called when the picture is loaded. */
  readonly onPicture: (picture: Size, image: HTMLImageElement) => void;
  readonly onCrop: (change: (crop: Crop) => Crop) => void;
  readonly onFailed: () => void;
}

/** The margin around the frame, where the rest of the picture is visible. */
const marginPx = 20;
const unknownSize: Size = { width: 0, height: 0 };

export function CropView({ src, alt, crop, picture, onPicture, onCrop, onFailed }: CropViewProps) {
  const view = useRef<HTMLDivElement>(null);
  const viewSize = useElementSize(view);
  const [displayed, setDisplayed] = useState<Size>(unknownSize);
  const image = useRef<RefObject<HTMLImageElement | null>>(null);
  const frame = frameIn(viewSize);

  /** Screen pixels per picture pixel. */
  const scaleOf = (at: Crop): number => (picture === null ? 1 : frame.width / cropSize(at, picture).width);
  /** The cropper's zoom for our zoom of 1. Its own 1 is the size that fits the view. */
  const zoomUnit = (at: Crop): number => {
    const fitted = picture === null ? 1 : displayed.width / picture.width;
    return scaleOf({ ...at, zoom: 1 }) / (fitted || 1);
  };
  /** The crop's middle for a position that the cropper reports. */
  const middleAt = (at: Crop, { x, y }: Point): Point => {
    const point = rotatedPoint({ x: -x, y: -y }, -at.degrees);
    return { x: point.x / scaleOf(at), y: point.y / scaleOf(at) };
  };

  const seen = rotatedPoint(crop.middle, crop.degrees);
  const offset = { x: -seen.x * scaleOf(crop), y: -seen.y * scaleOf(crop) };

  // When zooming around a point, the cropper reports the new position first, in the scale of the zoom that it reports next.
  const positionBeforeZoom = useRef<Point | null>(null);
  const move = (point: Point): void => {
    if (picture === null || (Math.abs(point.x - offset.x) < 0.01 && Math.abs(point.y - offset.y) < 0.01)) return;
    positionBeforeZoom.current = point;
    queueMicrotask(() => {
      positionBeforeZoom.current = null;
    });
    onCrop((before) => clampCrop({ ...before, middle: middleAt(before, point) }, picture));
  };
  const zoomTo = (zoom: number): void => {
    if (picture === null) return;
    const point = positionBeforeZoom.current;
    onCrop((before) => {
      const next = { ...before, zoom: zoom / zoomUnit(before) };
      return clampCrop(point === null ? next : { ...next, middle: middleAt(next, point) }, picture);
    });
  };

  return (
    <div className="crop-view" ref={view} aria-busy={picture === null || undefined}>
      {viewSize.width > 0 && (
        <Cropper
          image={src ?? undefined}
          crop={offset}
          zoom={crop.zoom * zoomUnit(crop)}
          minZoom={zoomUnit(crop)}
          maxZoom={maxZoom * zoomUnit(crop)}
          rotation={crop.degrees}
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
          mediaProps={{ alt, onError: onFailed, draggable: false }}
          // Keys are handled by the screen. The style is needed because the cropper updates the frame's size too late.
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

/** The current size of an element. */
function useElementSize(ref: { readonly current: HTMLElement | null }): Size {
  const [size, setSize] = useState<Size>(unknownSize);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    measure();
    return () => watcher.disconnect();
  }, [ref]);
  return size;
}
