// A message that is pulled aside with a finger far enough, or answered with a key, is answered.
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

/** From here on a finger pulls rather than taps; from there on letting go answers. */
const pullPx = 10;
const answerPx = 56;
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

  const letGo = (event: PointerEvent<HTMLElement>, mayAnswer: boolean): void => {
    const { current } = pull;
    if (current === null || current.pointerId !== event.pointerId) return;
    pull.current = null;
    event.currentTarget.style.translate = '';
    if (mayAnswer && current.isPulling && event.clientX - current.startX >= answerPx) onReply?.();
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
      // The focus goes to the editor, which must not get the letter.
      event.preventDefault();
      onReply();
    },
  };
}
