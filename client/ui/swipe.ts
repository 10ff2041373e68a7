// What a drag of a card means once it is let go.

export type SwipeDirection = 'left' | 'right' | 'up' | 'down' | 'none';

export interface Drag {
  /** From where it was taken to where it was let go, in CSS pixels. */
  readonly x: number;
  readonly y: number;
  /** At the end of it, in CSS pixels a millisecond. */
  readonly speedX: number;
  readonly speedY: number;
}

/** A quick swipe is as far as it would have come in this time. */
const lookAheadMs = 160;
/** Of the card's width; a way down is a longer one on a card that is higher than wide. */
const leastPart = 0.35;
/** The way that decides has to be this much longer than the other one: what is neither is no answer. */
const clearness = 1.3;

/** 'none' where it was too short, or not clearly one way. */
export function swipeOf({ x, y, speedX, speedY }: Drag, cardWidthPx: number): SwipeDirection {
  const wayX = x + speedX * lookAheadMs;
  const wayY = y + speedY * lookAheadMs;
  const [across, down] = [Math.abs(wayX), Math.abs(wayY)];
  if (Math.max(across, down) < cardWidthPx * leastPart) return 'none';
  // A finger that changed its mind on the way back decides nothing.
  if (across > down * clearness) return wayX * x < 0 ? 'none' : wayX > 0 ? 'right' : 'left';
  if (down > across * clearness) return wayY * y < 0 ? 'none' : wayY > 0 ? 'down' : 'up';
  return 'none';
}
