// Replies to a message by swiping it aside or pressing R.
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

/** A shorter movement is a tap. */
const swipePx = 10;
/** Releasing beyond this replies. */
const replyPx = 56;
const maxPx = 76;

interface Swipe {
  readonly pointerId: number;
  readonly startX: number;
  readonly startY: number;
  isSwiping: boolean;
}

/** Event handlers for a message's element; with `onReply` null it can't be swiped. */
export function useReplySwipe(onReply: (() => void) | null) {
  const swipe = useRef<Swipe | null>(null);

  const release = (event: PointerEvent<HTMLElement>, canReply: boolean): void => {
    const { current } = swipe;
    if (current === null || current.pointerId !== event.pointerId) return;
    swipe.current = null;
    event.currentTarget.style.translate = '';
    if (canReply && current.isSwiping && event.clientX - current.startX >= replyPx) onReply?.();
  };

  return {
    onPointerDown: ({ pointerType, isPrimary, pointerId, clientX, clientY }: PointerEvent<HTMLElement>): void => {
      if (onReply === null || pointerType !== 'touch' || !isPrimary) return;
      swipe.current = { pointerId, startX: clientX, startY: clientY, isSwiping: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const { current } = swipe;
      if (current === null || current.pointerId !== event.pointerId) return;
      const [byX, byY] = [event.clientX - current.startX, event.clientY - current.startY];
      if (!current.isSwiping) {
        if (byX < swipePx || byX < Math.abs(byY)) return;
        current.isSwiping = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      event.currentTarget.style.translate = `${Math.min(maxPx, Math.max(0, byX))}px`;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>): void => release(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>): void => release(event, false),
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      if (onReply === null || event.key.toLowerCase() !== 'r' || event.ctrlKey || event.metaKey || event.altKey) return;
      // Otherwise the editor, which gets the focus, would receive the letter.
      event.preventDefault();
      onReply();
    },
  };
}
