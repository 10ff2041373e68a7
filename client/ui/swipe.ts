// Computes the direction of a swipe when a card is released.

export type SwipeDirection = 'left' | 'right' | 'up' | 'down' | 'none';

export interface Drag {
  /** The distance from start to release, in CSS pixels. */
  readonly x: number;
  readonly y: number;
  /** The speed at release, in CSS pixels per millisecond. */
  readonly speedX: number;
  readonly speedY: number;
}

/** The drag is continued for this time with its last speed, so that a quick flick is enough. */
const lookAheadMs = 160;
/** The fraction of the card's width that a swipe in any direction needs. */
const minDistance = 0.35;
/** One axis must be more than this many times as long as the other, because a diagonal drag is not a swipe. */
const minAxisRatio = 1.3;

/** 'none' for a drag that is too short or has no clear direction. */
export function swipeOf({ x, y, speedX, speedY }: Drag, cardWidthPx: number): SwipeDirection {
  const endX = x + speedX * lookAheadMs;
  const endY = y + speedY * lookAheadMs;
  const [across, down] = [Math.abs(endX), Math.abs(endY)];
  if (Math.max(across, down) < cardWidthPx * minDistance) return 'none';
  // A drag that turned back is not a swipe.
  if (across > down * minAxisRatio) return endX * x < 0 ? 'none' : endX > 0 ? 'right' : 'left';
  if (down > across * minAxisRatio) return endY * y < 0 ? 'none' : endY > 0 ? 'down' : 'up';
  return 'none';
}
