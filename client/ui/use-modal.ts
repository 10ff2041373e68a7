// A hook for a modal dialog with a history entry of its own. It closes by Escape, by going back or by a click outside.
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  type MouseEvent,
  type PointerEvent,
  type SyntheticEvent,
} from 'react';
import { fieldOf } from '#shared/rules/unknown-fields.ts';

/** `id` is for the element with the dialog's name. `props` are for the `dialog` element. */
export function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  /** False if the press began in the dialog, as when a text is selected beyond its edge. */
  const isPressedOutside = useRef(false);
  // The browser returns the focus only if the dialog is closed before it is removed.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useHistoryEntry(id, onClose);
  const props = {
    ref: dialog,
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault();
      onClose();
    },
    onClose,
    onPointerDown: ({ target, currentTarget }: PointerEvent) => {
      isPressedOutside.current = target === currentTarget;
    },
    onClick: ({ target, currentTarget }: MouseEvent) => {
      if (target === currentTarget && isPressedOutside.current) onClose();
    },
  };
  return { id, props };
}

/** The dialogs that have closed. Their history entries are left, or taken over by a dialog that opens. */
const closed = new Set<unknown>();

/** True from a call of `history.back` until the browser has gone back. */
let isGoingBack = false;

/** The dialog whose history entry is the current one. */
const currentEntry = (): unknown => fieldOf(history.state, 'dialog');

function leaveClosed(): void {
  if (isGoingBack || !closed.has(currentEntry())) return;
  isGoingBack = true;
  const onBack = (): void => {
    isGoingBack = false;
    // A dialog below may have closed in the meantime. One that opens takes the entry over first.
    setTimeout(leaveClosed);
  };
  addEventListener('popstate', onBack, { once: true });
  history.back();
}

/** Adds a history entry. Going back closes the dialog. Closing it goes back, unless a link has replaced the entry. */
function useHistoryEntry(id: string, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const enter = (): void => {
      closed.delete(id);
      const entry = currentEntry();
      if (entry === id) return;
      // These are the original methods. The router has patched those of `history`, which would navigate.
      const write = History.prototype[closed.has(entry) ? 'replaceState' : 'pushState'];
      write.call(history, { ...history.state, dialog: id }, '');
    };
    // Going back while the browser still does so would leave the new entry.
    if (isGoingBack) addEventListener('popstate', enter, { once: true });
    else enter();
    const onBack = (): void => {
      if (currentEntry() !== id) close();
    };
    addEventListener('popstate', onBack);
    return () => {
      removeEventListener('popstate', enter);
      removeEventListener('popstate', onBack);
      closed.add(id);
      // This runs after the effects of a dialog that opens instead, and before anything else can navigate.
      queueMicrotask(leaveClosed);
    };
  }, [id]);
}
