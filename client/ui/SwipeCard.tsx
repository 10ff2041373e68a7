// A card that is swiped right, left or down by finger, mouse, buttons or keys; any other drag springs back.
import { useImperativeHandle, useRef, type PointerEvent, type ReactNode, type Ref } from 'react';
import { springHome } from './spring.ts';
import { swipeOf, type SwipeDirection } from './swipe.ts';
import './swipe-card.css';

export type SwipeAway = Extract<SwipeDirection, 'left' | 'right' | 'down'>;

export interface SwipeHandle {
  /** Does the same as a swipe by hand. */
  readonly swipe: (direction: SwipeAway) => void;
}

export interface SwipeCardProps {
  readonly ref?: Ref<SwipeHandle>;
  /** The words on the card while it is dragged in a direction. */
  readonly words: Readonly<Record<SwipeAway, string>>;
  /** Called once the card is out of sight and has to be replaced by the next one. If it rejects, the card springs back. */
  readonly onSwipe: (direction: SwipeAway) => Promise<unknown>;
  readonly children: ReactNode;
}

const dragPx = 8;
const leaveMs = 200;
/** Swiping up is disabled: the card only follows a little. */
const upwardGive = 0.2;
const turnDegreesPerPx = 0.05;

interface Grip {
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

export function SwipeCard({ ref, words, onSwipe, children }: SwipeCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const grip = useRef<Grip | null>(null);
  const isLeaving = useRef(false);
  const stopSpring = useRef<() => void>(() => undefined);
  const at = useRef({ x: 0, y: 0 });

  const place = (x: number, y: number): void => {
    at.current = { x, y };
    if (card.current !== null) lay(card.current, x, y);
  };
  const goHome = (): void => {
    stopSpring.current();
    stopSpring.current = springHome(at.current, place);
  };
  const leave = async (direction: SwipeAway): Promise<void> => {
    const element = card.current;
    if (element === null || isLeaving.current) return;
    isLeaving.current = true;
    stopSpring.current();
    const { x, y } = at.current;
    const away = outOfSight(direction, { x, y });
    const flight = element.animate([{ transform: transformOf(x, y) }, { transform: transformOf(away.x, away.y) }], {
      duration: isStill() ? 0 : leaveMs,
      easing: 'ease-in',
      fill: 'forwards',
    });
    lean(element, direction, 1);
    try {
      await flight.finished;
      await onSwipe(direction);
    } catch {
      place(away.x / 4, away.y / 4);
      flight.cancel();
      isLeaving.current = false;
      goHome();
    }
  };
  useImperativeHandle(ref, () => ({ swipe: (direction) => void leave(direction) }));

  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0 || grip.current !== null || isLeaving.current) return;
    stopSpring.current();
    const { x, y } = at.current;
    grip.current = {
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
    const held = grip.current;
    if (held === null || event.pointerId !== held.pointerId) return;
    const [x, y] = [event.clientX - held.startX, event.clientY - held.startY];
    if (!held.isDrag && Math.hypot(x, y) < dragPx) return;
    // From here on it is no press of a button on the card.
    if (!held.isDrag) event.currentTarget.setPointerCapture(event.pointerId);
    held.isDrag = true;
    const ms = Math.max(1, event.timeStamp - held.lastMs);
    held.speedX = mixed(held.speedX, (x - held.x) / ms);
    held.speedY = mixed(held.speedY, (y - held.y) / ms);
    Object.assign(held, { x, y, lastMs: event.timeStamp });
    place(x, y < 0 ? y * upwardGive : y);
  };
  const onPointerUp = (event: PointerEvent): void => {
    const held = grip.current;
    if (held === null || event.pointerId !== held.pointerId) return;
    grip.current = null;
    if (!held.isDrag) return goHome();
    // A finger that rests before it is lifted has no speed.
    const rested = event.timeStamp - held.lastMs > 100 ? { speedX: 0, speedY: 0 } : {};
    const direction = swipeOf({ ...held, ...rested }, event.currentTarget.clientWidth);
    if (direction === 'up' || direction === 'none') goHome();
    else void leave(direction);
  };
  const onPointerCancel = (): void => {
    grip.current = null;
    if (!isLeaving.current) goHome();
  };

  return (
    <div ref={card} className="swipe-card" {...{ onPointerDown, onPointerMove, onPointerUp, onPointerCancel }}>
      {children}
      {(['left', 'down', 'right'] as const).map((direction) => (
        <span key={direction} className={`swipe-word swipe-word-${direction}`} aria-hidden="true">
          {words[direction]}
        </span>
      ))}
    </div>
  );
}

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
const mixed = (before: number, now: number): number => before * 0.4 + now * 0.6;
const transformOf = (x: number, y: number): string =>
  `translate(${x}px, ${y}px) rotate(${isStill() ? 0 : Math.max(-18, Math.min(18, x * turnDegreesPerPx))}deg)`;

function lay(card: HTMLElement, x: number, y: number): void {
  card.style.transform = transformOf(x, y);
  const direction = y > Math.abs(x) ? 'down' : x < 0 ? 'left' : 'right';
  lean(card, direction, Math.min(1, Math.hypot(x, y) / 120));
}

/** Shows the word of the direction; `part` is its opacity, 0 to 1. */
function lean(card: HTMLElement, towards: SwipeAway, part: number): void {
  for (const direction of ['left', 'right', 'down'] as const)
    card.style.setProperty(`--${direction}`, String(direction === towards ? part : 0));
}

function outOfSight(direction: SwipeAway, from: { readonly x: number; readonly y: number }) {
  if (direction === 'down') return { x: from.x, y: innerHeight };
  return { x: direction === 'left' ? -innerWidth : innerWidth, y: from.y };
}
