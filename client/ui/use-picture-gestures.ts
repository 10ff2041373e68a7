// Fingers and mouse on a picture that fills its stage: swiped aside, pinched or double-tapped larger, and dragged about then.
import { useRef, useState, type PointerEvent } from 'react';
import { keptLook, wholeLook, zoomedAt, type Look, type Point, type Room } from './closer-look.ts';

/** Less than that is a tap. */
const tapPx = 8;
const doubleTapMs = 320;
const doubleTapPx = 30;
const doubleTapScale = 2.5;
/** A swipe goes over a part of the stage, or is short and quick. */
const swipePart = 0.25;
const flickPx = 40;
const flickMs = 300;

interface Touch {
  readonly start: Point;
  readonly startMs: number;
  /** More than one finger was down, or the picture was dragged: no tap comes of it. */
  isMove: boolean;
}

/** Another `pictureId` is seen as a whole at first. `onSwipe` is told 1 for the next picture and -1 for the one before. */
export function usePictureGestures(pictureId: string, onSwipe: (step: 1 | -1) => void) {
  const [seenId, setSeenId] = useState(pictureId);
  const [look, setLook] = useState<Look>(wholeLook);
  const [dragPx, setDragPx] = useState(0);
  const [isHeld, setHeld] = useState(false);
  if (seenId !== pictureId) {
    setSeenId(pictureId);
    setLook(wholeLook);
  }
  const fingers = useRef(new Map<number, Point>());
  const touch = useRef<Touch | null>(null);
  const lastTap = useRef<Point & { readonly atMs: number }>({ x: 0, y: 0, atMs: Number.NEGATIVE_INFINITY });

  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const point = pointOf(event);
    fingers.current.set(event.pointerId, point);
    if (touch.current === null) touch.current = { start: point, startMs: event.timeStamp, isMove: false };
    else touch.current.isMove = true;
    setHeld(true);
  };

  const onPointerMove = (event: PointerEvent): void => {
    const before = fingers.current.get(event.pointerId);
    if (before === undefined || touch.current === null) return;
    const now = pointOf(event);
    fingers.current.set(event.pointerId, now);
    const room = roomOf(event);
    const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    if (other !== undefined) {
      setDragPx(0);
      setLook((at) => zoomedAt(at, distance(now, other) / distance(before, other), middle(now, other), room));
    } else if (look.scale > 1) {
      setLook((at) => keptLook({ ...at, x: at.x + now.x - before.x, y: at.y + now.y - before.y }, room));
    } else if (touch.current.isMove || distance(now, touch.current.start) > tapPx) setDragPx(now.x - touch.current.start.x);
    if (distance(now, touch.current.start) > tapPx) touch.current.isMove = true;
  };

  const onPointerUp = (event: PointerEvent): void => {
    const ended = touch.current;
    if (!fingers.current.delete(event.pointerId) || fingers.current.size > 0 || ended === null) return;
    stop();
    const point = pointOf(event);
    const room = roomOf(event);
    if (!ended.isMove) {
      const isDouble = event.timeStamp - lastTap.current.atMs < doubleTapMs && distance(lastTap.current, point) < doubleTapPx;
      lastTap.current = { ...point, atMs: isDouble ? Number.NEGATIVE_INFINITY : event.timeStamp };
      if (isDouble) setLook((at) => (at.scale > 1 ? wholeLook : zoomedAt(at, doubleTapScale, point, room)));
      return;
    }
    const wayPx = Math.abs(dragPx);
    const isFlick = wayPx > flickPx && event.timeStamp - ended.startMs < flickMs;
    if (wayPx > room.width * swipePart || isFlick) onSwipe(dragPx < 0 ? 1 : -1);
  };

  const stop = (): void => {
    fingers.current.clear();
    touch.current = null;
    setHeld(false);
    setDragPx(0);
  };

  return {
    look,
    /** How far the picture is dragged aside while the finger is down. */
    dragPx,
    isHeld,
    /** Grows or shrinks it around its middle. */
    zoomBy: (factor: number, room: Room) => setLook((at) => zoomedAt(at, factor, { x: 0, y: 0 }, room)),
    showWhole: () => setLook(wholeLook),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: stop },
  };
}

/** As seen from the middle of the stage. */
function pointOf({ clientX, clientY, currentTarget }: PointerEvent): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}
const roomOf = ({ currentTarget }: PointerEvent): Room => ({
  width: currentTarget.clientWidth,
  height: currentTarget.clientHeight,
});
/** Two fingers are never on one point, however the browser rounds. */
const distance = (a: Point, b: Point): number => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
