// Reorders the pictures of a grid by mouse, pen, finger or keys.
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { moved, placeAt, type Cell } from './picture-order.ts';

/** A mouse movement below this is a click. */
const clickPx = 6;
/** A finger that rests this long starts a drag; one that moves earlier scrolls the page. */
const restMs = 300;

interface Drag {
  readonly id: string;
  readonly button: HTMLElement;
  readonly startX: number;
  readonly startY: number;
  /** The cells of the grid once the drag has started; null before. */
  readonly cells: readonly Cell[] | null;
}

/** `move` is called once, when the picture is dropped. */
export function usePictureDrag(ids: readonly string[], move: (id: string, index: number) => unknown) {
  const [shown, setShown] = useState<{ readonly id: string; readonly index: number } | null>(null);
  const drag = useRef<Drag | null>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The click at the end of a drag is ignored. */
  const wasDragged = useRef(false);
  const focused = useRef<string | null>(null);
  const buttons = useRef(new Map<string, HTMLElement>());

  const startDrag = (): void => {
    const { current } = drag;
    if (current === null || current.cells !== null) return;
    const cells = [...(current.button.closest('ul')?.querySelectorAll('[data-picture]') ?? [])].map((item) =>
      item.getBoundingClientRect(),
    );
    drag.current = { ...current, cells };
    wasDragged.current = true;
    setShown({ id: current.id, index: ids.indexOf(current.id) });
  };
  const endDrag = (): void => {
    clearTimeout(resting.current);
    drag.current = null;
    setShown(null);
  };

  useEffect(() => {
    // The page must not scroll during a drag; a passive listener could not prevent it.
    const hold = (event: TouchEvent): void => {
      if (drag.current?.cells) event.preventDefault();
    };
    const cancelOnEscape = (event: globalThis.KeyboardEvent): void => {
      if (event.key === 'Escape') endDrag();
    };
    addEventListener('touchmove', hold, { passive: false });
    addEventListener('keydown', cancelOnEscape);
    return () => {
      clearTimeout(resting.current);
      removeEventListener('touchmove', hold);
      removeEventListener('keydown', cancelOnEscape);
    };
  }, []);

  // A picture moved by keys keeps the focus, wherever the browser has put it.
  useEffect(() => {
    if (focused.current !== null) buttons.current.get(focused.current)?.focus();
    focused.current = null;
  }, [ids]);

  const place = shown === null || !ids.includes(shown.id) ? null : shown;
  return {
    /** The order to show, with the dragged picture where it would be dropped. */
    order: place === null ? ids : moved(ids, place.id, place.index),
    heldId: place?.id ?? null,
    handlers: (id: string) => ({
      ref: (button: HTMLElement | null) => {
        if (button === null) buttons.current.delete(id);
        else buttons.current.set(id, button);
      },
      onPointerDown: ({ pointerId, pointerType, button, currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
        wasDragged.current = false;
        if (button !== 0) return;
        drag.current = { id, button: currentTarget, startX: clientX, startY: clientY, cells: null };
        currentTarget.setPointerCapture(pointerId);
        if (pointerType === 'touch') resting.current = setTimeout(startDrag, restMs);
      },
      onPointerMove: ({ pointerType, clientX, clientY }: PointerEvent<HTMLElement>) => {
        const { current } = drag;
        if (current === null) return;
        const movedPx = Math.hypot(clientX - current.startX, clientY - current.startY);
        if (current.cells === null && movedPx > clickPx) {
          if (pointerType === 'touch') endDrag();
          else startDrag();
        }
        const cells = drag.current?.cells ?? null;
        if (cells !== null) setShown({ id, index: placeAt(cells, clientX, clientY) });
      },
      onPointerUp: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
        const cells = drag.current?.cells ?? null;
        endDrag();
        if (cells === null) return;
        setTimeout(() => (wasDragged.current = false));
        const index = placeAt(cells, clientX, clientY);
        if (ids[index] !== id) void move(id, index);
      },
      onPointerCancel: endDrag,
      onContextMenu: (event: { preventDefault(): void }) => {
        if (drag.current !== null) event.preventDefault();
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const index = event.shiftKey ? placeByKey(event.key, ids.indexOf(id), ids.length) : null;
        if (index === null) return;
        event.preventDefault();
        focused.current = id;
        void move(id, index);
      },
    }),
    /** Wraps a click handler. */
    unlessDragged: (act: () => void) => () => {
      if (!wasDragged.current) act();
    },
  };
}

/** Null for other keys. */
function placeByKey(key: string, index: number, count: number): number | null {
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowUp: index - 1,
    ArrowRight: index + 1,
    ArrowDown: index + 1,
    Home: 0,
    End: count - 1,
  };
  const place = places[key];
  return place === undefined || place === index || place < 0 || place >= count ? null : place;
}
