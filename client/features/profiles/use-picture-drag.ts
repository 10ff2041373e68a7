// Reorders a grid of pictures by mouse, pen, finger or keys.
import { forward } from '#client/device/language.ts';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { reordered, nearestBox, type Box } from './picture-order.ts';

/** A shorter movement of the mouse is a click. */
const clickPx = 6;
const longPressMs = 300;

interface Drag {
  readonly id: string;
  readonly button: HTMLElement;
  readonly startX: number;
  readonly startY: number;
  /** Null until the drag has begun. */
  readonly boxes: readonly Box[] | null;
}

/** Calls `move` when the member drops the picture. */
export function usePictureDrag(ids: readonly string[], move: (id: string, index: number) => unknown) {
  const [target, setTarget] = useState<{ readonly id: string; readonly index: number } | null>(null);
  const drag = useRef<Drag | null>(null);
  const longPress = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** True during a drag and until the click that follows it, which is ignored. */
  const wasDragged = useRef(false);
  const focused = useRef<string | null>(null);
  const buttons = useRef(new Map<string, HTMLElement>());

  const startDrag = (): void => {
    const { current } = drag;
    if (!current || current.boxes) return;
    const boxes = [...(current.button.closest('ul')?.querySelectorAll('[data-picture]') ?? [])].map((item) =>
      item.getBoundingClientRect(),
    );
    drag.current = { ...current, boxes };
    wasDragged.current = true;
    setTarget({ id: current.id, index: ids.indexOf(current.id) });
  };
  const endDrag = (): void => {
    clearTimeout(longPress.current);
    drag.current = null;
    setTarget(null);
  };
  const release = (): void => {
    endDrag();
    setTimeout(() => (wasDragged.current = false));
  };

  useEffect(() => {
    // Stops the page from scrolling during a drag. A passive listener could not do so.
    const preventScroll = (event: TouchEvent): void => {
      if (drag.current?.boxes) event.preventDefault();
    };
    const cancelOnEscape = (event: globalThis.KeyboardEvent): void => {
      if (event.key === 'Escape') endDrag();
    };
    addEventListener('touchmove', preventScroll, { passive: false });
    addEventListener('keydown', cancelOnEscape);
    return () => {
      clearTimeout(longPress.current);
      removeEventListener('touchmove', preventScroll);
      removeEventListener('keydown', cancelOnEscape);
    };
  }, []);

  // A picture that was moved by keys keeps the focus, even if its element is created again.
  useEffect(() => {
    buttons.current.get(focused.current ?? '')?.focus();
    focused.current = null;
  }, [ids]);

  const preview = target && ids.includes(target.id) ? target : null;
  return {
    /** The order that results if the picture is dropped now. */
    order: preview ? reordered(ids, preview.id, preview.index) : ids,
    draggedId: preview?.id,
    handlers: (id: string) => ({
      ref: (button: HTMLElement | null) => {
        if (button === null) buttons.current.delete(id);
        else buttons.current.set(id, button);
      },
      onPointerDown: ({ pointerId, pointerType, button, currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
        wasDragged.current = false;
        if (button !== 0) return;
        drag.current = { id, button: currentTarget, startX: clientX, startY: clientY, boxes: null };
        currentTarget.setPointerCapture(pointerId);
        if (pointerType === 'touch') longPress.current = setTimeout(startDrag, longPressMs);
      },
      onPointerMove: ({ pointerType, clientX, clientY }: PointerEvent<HTMLElement>) => {
        const { current } = drag;
        if (!current) return;
        const isMoved = Math.hypot(clientX - current.startX, clientY - current.startY) > clickPx;
        if (!current.boxes && isMoved) (pointerType === 'touch' ? endDrag : startDrag)();
        const boxes = drag.current?.boxes ?? null;
        if (boxes !== null) setTarget({ id, index: nearestBox(boxes, clientX, clientY) });
      },
      onPointerUp: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
        const boxes = drag.current?.boxes ?? null;
        release();
        if (boxes === null) return;
        const index = nearestBox(boxes, clientX, clientY);
        if (ids[index] !== id) void move(id, index);
      },
      onPointerCancel: release,
      onContextMenu: (event: { preventDefault(): void }) => {
        if (drag.current) event.preventDefault();
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const index = event.shiftKey ? indexByKey(event.key, ids.indexOf(id), ids.length) : null;
        if (index === null) return;
        event.preventDefault();
        focused.current = id;
        void move(id, index);
      },
    }),
    /** Wraps a click handler so that it ignores the click at the end of a drag. */
    unlessDragged: (act: () => void) => () => {
      if (!wasDragged.current) act();
    },
  };
}

function indexByKey(key: string, index: number, count: number): number | null {
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: index - forward(),
    ArrowUp: index - 1,
    ArrowRight: index + forward(),
    ArrowDown: index + 1,
    Home: 0,
    End: count - 1,
  };
  const next = targets[key];
  return next === undefined || next === index || next < 0 || next >= count ? null : next;
}
