// Replies to a message by swiping it aside or by the key R.
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

/** Beyond `pullPx` it is a pull, not a tap; beyond `replyPx` releasing replies. */
const pullPx = 10;
const replyPx = 56;
const furthestPx = 76;

interface Pull {
  readonly pointerId: number;
  readonly startX: number;
  readonly startY: number;
  isPulling: boolean;
}

/** Handlers for the element of a message; without `onReply` it stays where it is. */
export function useReplySwipe(onReply: (() => void) | null) {
  const pull = useRef<Pull | null>(null);

  const letGo = (event: PointerEvent<HTMLElement>, mayReply: boolean): void => {
    const { current } = pull;
    if (current === null || current.pointerId !== event.pointerId) return;
    pull.current = null;
    event.currentTarget.style.translate = '';
    if (mayReply && current.isPulling && event.clientX - current.startX >= replyPx) onReply?.();
  };

  return {
    onPointerDown: ({ pointerType, isPrimary, pointerId, clientX, clientY }: PointerEvent<HTMLElement>): void => {
      if (onReply === null || pointerType !== 'touch' || !isPrimary) return;
      pull.current = { pointerId, startX: clientX, startY: clientY, isPulling: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const { current } = pull;
      if (current === null || current.pointerId !== event.pointerId) return;
      const [byX, byY] = [event.clientX - current.startX, event.clientY - current.startY];
      if (!current.isPulling) {
        if (byX < pullPx || byX < Math.abs(byY)) return;
        current.isPulling = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      event.currentTarget.style.translate = `${Math.min(furthestPx, Math.max(0, byX))}px`;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>): void => letGo(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>): void => letGo(event, false),
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      if (onReply === null || event.key.toLowerCase() !== 'r' || event.ctrlKey || event.metaKey || event.altKey) return;
      // The focus moves to the editor, which must not receive the letter.
      event.preventDefault();
      onReply();
    },
  };
}
