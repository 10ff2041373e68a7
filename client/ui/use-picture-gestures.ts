// A hook for touch and mouse gestures on a picture: swipe, pull down, tap, pinch or double tap to zoom, drag while zoomed.
import { useRef, useState, type PointerEvent } from 'react';
import { clampZoom, unzoomed, zoomedAt, type Zoom, type Point, type Size } from './picture-zoom.ts';

/** A shorter movement is a tap. */
const tapPx = 8;
const doubleTapMs = 320;
const doubleTapPx = 30;
const doubleTapScale = 2.5;
/** The fraction of the frame's width that a swipe needs, or of its height for a pull. A quick flick may be shorter. */
const minSwipeShare = 0.25;
const minPullShare = 0.18;
const flickPx = 40;
const flickMs = 300;

interface Touch {
  readonly start: Point;
  readonly startMs: number;
  /** True if there was more than one finger, or the picture was dragged. Then it is no tap. */
  isMove: boolean;
  /** True if there was more than one finger. Then it is no swipe and no pull either, even once one of them is lifted. */
  isPinch: boolean;
  /** The direction of the first movement. */
  axis: 'x' | 'y' | null;
}

export interface PictureGestures {
  /** 1 for the picture at the right, -1 for the one at the left. */
  readonly onSwipe: (step: 1 | -1) => void;
  readonly onPullDown: () => void;
  /** Called for both taps of a double tap too. */
  readonly onTap: () => void;
}

const noDrag: Point = { x: 0, y: 0 };

/** A new `pictureId` resets the zoom. */
export function usePictureGestures(pictureId: string, { onSwipe, onPullDown, onTap }: PictureGestures) {
  const [currentId, setCurrentId] = useState(pictureId);
  const [view, setView] = useState<Zoom>(unzoomed);
  const [drag, setDrag] = useState(noDrag);
  const [isDragging, setDragging] = useState(false);
  if (currentId !== pictureId) {
    setCurrentId(pictureId);
    setView(unzoomed);
  }
  const fingers = useRef(new Map<number, Point>());
  const touch = useRef<Touch | null>(null);
  const lastTap = useRef<Point & { readonly atMs: number }>({ x: 0, y: 0, atMs: Number.NEGATIVE_INFINITY });

  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const point = pointOf(event);
    fingers.current.set(event.pointerId, point);
    if (touch.current === null)
      touch.current = { start: point, startMs: event.timeStamp, isMove: false, isPinch: false, axis: null };
    else {
      touch.current.isMove = true;
      touch.current.isPinch = true;
      setDrag(noDrag);
    }
    setDragging(true);
  };

  const onPointerMove = (event: PointerEvent): void => {
    const before = fingers.current.get(event.pointerId);
    const current = touch.current;
    if (before === undefined || current === null) return;
    const now = pointOf(event);
    fingers.current.set(event.pointerId, now);
    const frame = frameOf(event);
    const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    if (distance(now, current.start) > tapPx) current.isMove = true;
    if (other !== undefined) {
      setView((at) => zoomedAt(at, distance(now, other) / distance(before, other), midpoint(now, other), frame));
    } else if (view.scale > 1) {
      setView((at) => clampZoom({ ...at, x: at.x + now.x - before.x, y: at.y + now.y - before.y }, frame));
    } else if (current.isMove && !current.isPinch) {
      const moved = { x: now.x - current.start.x, y: now.y - current.start.y };
      current.axis ??= moved.y > Math.abs(moved.x) ? 'y' : 'x';
      setDrag(current.axis === 'x' ? { x: moved.x, y: 0 } : { x: 0, y: Math.max(0, moved.y) });
    }
  };

  const onPointerUp = (event: PointerEvent): void => {
    const ended = touch.current;
    if (!fingers.current.delete(event.pointerId) || fingers.current.size > 0 || ended === null) return;
    stop();
    const point = pointOf(event);
    const frame = frameOf(event);
    if (!ended.isMove) {
      onTap();
      const isDouble = event.timeStamp - lastTap.current.atMs < doubleTapMs && distance(lastTap.current, point) < doubleTapPx;
      lastTap.current = { ...point, atMs: isDouble ? Number.NEGATIVE_INFINITY : event.timeStamp };
      if (isDouble) setView((at) => (at.scale > 1 ? unzoomed : zoomedAt(at, doubleTapScale, point, frame)));
      return;
    }
    const isQuick = event.timeStamp - ended.startMs < flickMs;
    const isFar = (px: number, leastPx: number): boolean => px > leastPx || (isQuick && px > flickPx);
    if (isFar(Math.abs(drag.x), frame.width * minSwipeShare)) onSwipe(drag.x < 0 ? 1 : -1);
    else if (isFar(drag.y, frame.height * minPullShare)) onPullDown();
  };

  const stop = (): void => {
    fingers.current.clear();
    touch.current = null;
    setDragging(false);
    setDrag(noDrag);
  };

  return {
    view,
    /** The movement sideways or down while the finger is down. */
    drag,
    isDragging,
    /** Zooms around the centre. */
    zoomBy: (factor: number, frame: Size) => setView((at) => zoomedAt(at, factor, { x: 0, y: 0 }, frame)),
    resetZoom: () => setView(unzoomed),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: stop },
  };
}

/** Relative to the centre of the frame. */
function pointOf({ clientX, clientY, currentTarget }: PointerEvent): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}
const frameOf = ({ currentTarget }: PointerEvent): Size => ({
  width: currentTarget.clientWidth,
  height: currentTarget.clientHeight,
});
/** At least 1, because the browser may round two fingers to the same point. */
const distance = (a: Point, b: Point): number => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
const midpoint = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
