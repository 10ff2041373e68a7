// Gestures and keys on a message: a swipe forward or R replies; a long press, a right click, Enter or the menu key opens the menu.
import { forward } from '#client/device/language.ts';
import { useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';

const longPressMs = 500;
/** A shorter movement counts as a tap or a press. */
const swipePx = 10;
/** A release beyond this distance replies. */
const replyPx = 56;
const maxPx = 76;
/** A browser may send the click of a long press after the finger has left. */
const clickMs = 100;

interface Touch {
  readonly pointerId: number;
  readonly startX: number;
  readonly startY: number;
  readonly timer: ReturnType<typeof setTimeout>;
  state: 'pressed' | 'swiping' | 'held';
}

export interface MessageGestures {
  /** Null if replies are not possible. */
  readonly onReply: (() => void) | null;
  /** Receives the element beside which the menu opens. */
  readonly onMenu: (anchor: Element) => void;
}

/** Event handlers for the element of a message, which contains a `.bubble`. */
export function useMessageGestures({ onReply, onMenu }: MessageGestures) {
  const touch = useRef<Touch | null>(null);

  const release = (event: PointerEvent<HTMLElement>, canReply: boolean): void => {
    const { current } = touch;
    if (current === null || current.pointerId !== event.pointerId) return;
    touch.current = null;
    clearTimeout(current.timer);
    event.currentTarget.style.translate = '';
    if (canReply && current.state === 'swiping' && (event.clientX - current.startX) * forward() >= replyPx) onReply?.();
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      const { pointerType, isPrimary, pointerId, clientX, clientY, currentTarget } = event;
      if (pointerType !== 'touch' || !isPrimary || isLink(event)) return;
      const hold = (): void => {
        if (touch.current === null) return;
        touch.current.state = 'held';
        ignoreNextClick();
        onMenu(bubbleOf(currentTarget));
      };
      touch.current = { pointerId, startX: clientX, startY: clientY, timer: setTimeout(hold, longPressMs), state: 'pressed' };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const { current } = touch;
      if (current === null || current.pointerId !== event.pointerId || current.state === 'held') return;
      const [byX, byY] = [(event.clientX - current.startX) * forward(), event.clientY - current.startY];
      if (Math.hypot(byX, byY) >= swipePx) clearTimeout(current.timer);
      if (current.state === 'pressed') {
        if (onReply === null || byX < swipePx || byX < Math.abs(byY)) return;
        current.state = 'swiping';
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      event.currentTarget.style.translate = `${Math.min(maxPx, Math.max(0, byX)) * forward()}px`;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>): void => release(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>): void => release(event, false),
    onContextMenu: (event: MouseEvent<HTMLElement>): void => {
      // The browser's own menu can open links and copy selected text.
      if (isLink(event) || getSelection()?.isCollapsed === false) return;
      event.preventDefault();
      onMenu(bubbleOf(event.currentTarget));
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      const { key, target, currentTarget } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isReply = onReply !== null && key.toLowerCase() === 'r';
      if (!isReply && key !== 'ContextMenu' && !(key === 'Enter' && target === currentTarget)) return;
      // Otherwise the editor, which gets the focus, would receive the letter.
      event.preventDefault();
      if (isReply) onReply();
      else onMenu(bubbleOf(currentTarget));
    },
  };
}

export const bubbleOf = (message: Element): Element => message.querySelector('.bubble') ?? message;

const isLink = ({ target }: { readonly target: EventTarget }): boolean =>
  target instanceof Element && target.closest('a') !== null;

/** When the finger leaves after a long press, its click must not close the menu that has opened under it. */
function ignoreNextClick(): void {
  const ignore = (event: Event): void => event.stopPropagation();
  addEventListener('click', ignore, true);
  const listenAgain = (): void => void setTimeout(() => removeEventListener('click', ignore, true), clickMs);
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, listenAgain, { capture: true, once: true });
}
