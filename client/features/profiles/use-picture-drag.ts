// Puts the pictures of a grid into another order by mouse, pen or finger, and by keys.
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { moved, placeAt, type Cell } from './picture-order.ts';

/** A mouse that moves less is a click. */
const clickPx = 6;
/** A finger that rests as long takes the picture up; one that moves before scrolls the page. */
const restMs = 300;

interface Drag {
  readonly id: string;
  readonly button: HTMLElement;
  readonly startX: number;
  readonly startY: number;
  /** Where the places of the grid are, since it was taken up; null before. */
  readonly cells: readonly Cell[] | null;
}

/** `move` puts a picture to a place of the list and is called once, when the picture is laid down. */
export function usePictureDrag(ids: readonly string[], move: (id: string, index: number) => unknown) {
  const [shown, setShown] = useState<{ readonly id: string; readonly index: number } | null>(null);
  const drag = useRef<Drag | null>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The click that ends a drag opens nothing. */
  const wasDragged = useRef(false);
  const focused = useRef<string | null>(null);
  const buttons = useRef(new Map<string, HTMLElement>());

  const takeUp = (): void => {
    const { current } = drag;
    if (current === null || current.cells !== null) return;
    const cells = [...(current.button.closest('ul')?.querySelectorAll('[data-picture]') ?? [])].map((item) =>
      item.getBoundingClientRect(),
    );
    drag.current = { ...current, cells };
    wasDragged.current = true;
    setShown({ id: current.id, index: ids.indexOf(current.id) });
  };
  const layDown = (): void => {
    clearTimeout(resting.current);
    drag.current = null;
    setShown(null);
  };

  useEffect(() => {
    // The page must not scroll away under a picture that is taken up; a passive listener could not keep it.
    const hold = (event: TouchEvent): void => {
      if (drag.current?.cells) event.preventDefault();
    };
    const giveUp = (event: globalThis.KeyboardEvent): void => {
      if (event.key === 'Escape') layDown();
    };
    addEventListener('touchmove', hold, { passive: false });
    addEventListener('keydown', giveUp);
    return () => {
      clearTimeout(resting.current);
      removeEventListener('touchmove', hold);
      removeEventListener('keydown', giveUp);
    };
  }, []);

  // A picture that moved by keys stays the one that keys move, wherever the browser has put the focus meanwhile.
  useEffect(() => {
    if (focused.current !== null) buttons.current.get(focused.current)?.focus();
    focused.current = null;
  }, [ids]);

  const place = shown === null || !ids.includes(shown.id) ? null : shown;
  return {
    /** The order to show: with the picture that is held where it would be laid down now. */
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
        if (pointerType === 'touch') resting.current = setTimeout(takeUp, restMs);
      },
      onPointerMove: ({ pointerType, clientX, clientY }: PointerEvent<HTMLElement>) => {
        const { current } = drag;
        if (current === null) return;
        const movedPx = Math.hypot(clientX - current.startX, clientY - current.startY);
        if (current.cells === null && movedPx > clickPx) {
          if (pointerType === 'touch') layDown();
          else takeUp();
        }
        const cells = drag.current?.cells ?? null;
        if (cells !== null) setShown({ id, index: placeAt(cells, clientX, clientY) });
      },
      onPointerUp: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
        const cells = drag.current?.cells ?? null;
        layDown();
        if (cells === null) return;
        setTimeout(() => (wasDragged.current = false));
        const index = placeAt(cells, clientX, clientY);
        if (ids[index] !== id) void move(id, index);
      },
      onPointerCancel: layDown,
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
    /** Wraps what a click does. */
    unlessDragged: (act: () => void) => () => {
      if (!wasDragged.current) act();
    },
  };
}

/** Null for a key that moves nothing. */
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
