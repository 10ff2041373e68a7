// The direction of a swipe, told from the drag of a card when it is released.

export type SwipeDirection = 'left' | 'right' | 'up' | 'down' | 'none';

export interface Drag {
  /** From where the drag began to where it was released, in CSS pixels. */
  readonly x: number;
  readonly y: number;
  /** At the end of the drag, in CSS pixels a millisecond. */
  readonly speedX: number;
  readonly speedY: number;
}

/** The drag counts as far as it would have come after this time, so that a quick flick is enough. */
const lookAheadMs = 160;
/** Part of the card's width that a swipe has to cover, in every direction. */
const leastPart = 0.35;
/** One axis has to be this much longer than the other; a diagonal drag is no swipe. */
const clearness = 1.3;

/** 'none' for a drag that is too short or has no clear direction. */
export function swipeOf({ x, y, speedX, speedY }: Drag, cardWidthPx: number): SwipeDirection {
  const wayX = x + speedX * lookAheadMs;
  const wayY = y + speedY * lookAheadMs;
  const [across, down] = [Math.abs(wayX), Math.abs(wayY)];
  if (Math.max(across, down) < cardWidthPx * leastPart) return 'none';
  // A finger that turned back decides nothing.
  if (across > down * clearness) return wayX * x < 0 ? 'none' : wayX > 0 ? 'right' : 'left';
  if (down > across * clearness) return wayY * y < 0 ? 'none' : wayY > 0 ? 'down' : 'up';
  return 'none';
}
