// A card that can be swiped to the right, to the left or down. After any other drag it springs back.
import { useImperativeHandle, useRef, type PointerEvent, type ReactNode, type Ref } from 'react';
import { springHome } from './spring.ts';
import { swipeOf, type SwipeDirection } from './swipe.ts';
import './swipe-card.css';

export type SwipeAway = Extract<SwipeDirection, 'left' | 'right' | 'down'>;

export interface SwipeHandle {
  /** Moves the card away as if it were swiped by hand. */
  readonly swipe: (direction: SwipeAway) => void;
}

export interface SwipeCardProps {
  readonly ref?: Ref<SwipeHandle>;
  /** The text that the card shows while it is dragged in a direction. */
  readonly labels: Readonly<Record<SwipeAway, string>>;
  /** Called when the card is out of sight. If the promise rejects, the card springs back. */
  readonly onSwipe: (direction: SwipeAway) => Promise<unknown>;
  readonly children: ReactNode;
}

const dragPx = 8;
const flightMs = 200;
/** There is no swipe upwards, so the card follows the finger only a little. */
const upwardDamping = 0.2;
const rotationDegreesPerPx = 0.05;

interface ActiveDrag {
  readonly pointerId: number;
  readonly startX: number;
  readonly startY: number;
  x: number;
  y: number;
  speedX: number;
  speedY: number;
  lastMs: number;
  isDrag: boolean;
}

export function SwipeCard({ ref, labels, onSwipe, children }: SwipeCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const drag = useRef<ActiveDrag | null>(null);
  const isLeaving = useRef(false);
  const stopSpring = useRef<() => void>(() => undefined);
  const offset = useRef({ x: 0, y: 0 });

  const moveTo = (x: number, y: number): void => {
    offset.current = { x, y };
    if (card.current !== null) applyOffset(card.current, x, y);
  };
  const springBack = (): void => {
    stopSpring.current();
    stopSpring.current = springHome(offset.current, moveTo);
  };
  const flyAway = async (direction: SwipeAway): Promise<void> => {
    const element = card.current;
    if (element === null || isLeaving.current) return;
    isLeaving.current = true;
    stopSpring.current();
    const { x, y } = offset.current;
    const end = outOfSight(direction, { x, y });
    const flight = element.animate([{ transform: transformOf(x, y) }, { transform: transformOf(end.x, end.y) }], {
      duration: isMotionReduced() ? 0 : flightMs,
      easing: 'ease-in',
      fill: 'forwards',
    });
    showLabel(element, direction, 1);
    try {
      await flight.finished;
      await onSwipe(direction);
    } catch {
      moveTo(end.x / 4, end.y / 4);
      flight.cancel();
      isLeaving.current = false;
      springBack();
    }
  };
  useImperativeHandle(ref, () => ({ swipe: (direction) => void flyAway(direction) }));

  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0 || drag.current !== null || isLeaving.current) return;
    stopSpring.current();
    const { x, y } = offset.current;
    drag.current = {
      pointerId: event.pointerId,
      startX: event.clientX - x,
      startY: event.clientY - y,
      x,
      y,
      speedX: 0,
      speedY: 0,
      lastMs: event.timeStamp,
      isDrag: false,
    };
  };
  const onPointerMove = (event: PointerEvent): void => {
    const current = drag.current;
    if (current === null || event.pointerId !== current.pointerId) return;
    const [x, y] = [event.clientX - current.startX, event.clientY - current.startY];
    if (!current.isDrag && Math.hypot(x, y) < dragPx) return;
    // Captures the pointer, so that a button on the card is not clicked.
    if (!current.isDrag) event.currentTarget.setPointerCapture(event.pointerId);
    current.isDrag = true;
    const ms = Math.max(1, event.timeStamp - current.lastMs);
    current.speedX = smoothed(current.speedX, (x - current.x) / ms);
    current.speedY = smoothed(current.speedY, (y - current.y) / ms);
    Object.assign(current, { x, y, lastMs: event.timeStamp });
    moveTo(x, y < 0 ? y * upwardDamping : y);
  };
  const onPointerUp = (event: PointerEvent): void => {
    const current = drag.current;
    if (current === null || event.pointerId !== current.pointerId) return;
    drag.current = null;
    if (!current.isDrag) return springBack();
    // If the finger has rested since, its last speed does not count.
    const rested = event.timeStamp - current.lastMs > 100 ? { speedX: 0, speedY: 0 } : {};
    const direction = swipeOf({ ...current, ...rested }, event.currentTarget.clientWidth);
    if (direction === 'up' || direction === 'none') springBack();
    else void flyAway(direction);
  };
  const onPointerCancel = (): void => {
    drag.current = null;
    if (!isLeaving.current) springBack();
  };

  return (
    <div ref={card} className="swipe-card" {...{ onPointerDown, onPointerMove, onPointerUp, onPointerCancel }}>
      {children}
      {(['left', 'down', 'right'] as const).map((direction) => (
        <span key={direction} className={`swipe-label swipe-label-${direction}`} aria-hidden="true">
          {labels[direction]}
        </span>
      ))}
    </div>
  );
}

const isMotionReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
const smoothed = (previous: number, latest: number): number => previous * 0.4 + latest * 0.6;
const transformOf = (x: number, y: number): string =>
  `translate(${x}px, ${y}px) rotate(${isMotionReduced() ? 0 : Math.max(-18, Math.min(18, x * rotationDegreesPerPx))}deg)`;

function applyOffset(card: HTMLElement, x: number, y: number): void {
  card.style.transform = transformOf(x, y);
  const direction = y > Math.abs(x) ? 'down' : x < 0 ? 'left' : 'right';
  showLabel(card, direction, Math.min(1, Math.hypot(x, y) / 120));
}

function showLabel(card: HTMLElement, shown: SwipeAway, opacity: number): void {
  for (const direction of ['left', 'right', 'down'] as const)
    card.style.setProperty(`--${direction}`, String(direction === shown ? opacity : 0));
}

function outOfSight(direction: SwipeAway, from: { readonly x: number; readonly y: number }) {
  if (direction === 'down') return { x: from.x, y: innerHeight };
  return { x: direction === 'left' ? -innerWidth : innerWidth, y: from.y };
}
