// A hook for a modal dialog with a history entry of its own. It closes by Escape, by going back or by a click outside.
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type MouseEvent, type SyntheticEvent } from 'react';
import { fieldOf } from '#shared/rules/unknown-fields.ts';

/** `id` is for the element with the dialog's name. `props` are for the `dialog` element. */
export function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
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
    onClick: (event: MouseEvent) => {
      if (event.target === event.currentTarget) onClose();
    },
  };
  return { id, props };
}

/** The history entry of a dialog that has just closed. A dialog that opens now takes it over. */
let released: string | null = null;

/** True from a call of `history.back` until the browser has gone back. */
let isGoingBack = false;

function goBack(): void {
  isGoingBack = true;
  addEventListener('popstate', () => (isGoingBack = false), { once: true });
  history.back();
}

/** Adds a history entry. Going back closes the dialog. Closing it goes back, unless a link has replaced the entry. */
function useHistoryEntry(id: string, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const entryOf = (): unknown => fieldOf(history.state, 'dialog');
    const isOwnEntry = (): boolean => entryOf() === id;
    const enter = (): void => {
      if (!isOwnEntry()) {
        // These are the original methods. The router has patched those of `history`, which would navigate.
        const { pushState, replaceState } = History.prototype;
        const write = released !== null && released === entryOf() ? replaceState : pushState;
        write.call(history, { ...history.state, dialog: id }, '');
      }
      released = null;
    };
    // Going back while the browser still does so would leave the new entry.
    if (isGoingBack) addEventListener('popstate', enter, { once: true });
    else enter();
    const onBack = (): void => {
      if (!isOwnEntry()) close();
    };
    addEventListener('popstate', onBack);
    return () => {
      removeEventListener('popstate', enter);
      removeEventListener('popstate', onBack);
      released = id;
      const leave = (): void => {
        if (released === id && isOwnEntry()) goBack();
      };
      // Until the browser has left the entry of a dialog above, this dialog's is not the current one.
      if (isGoingBack) addEventListener('popstate', () => setTimeout(leave), { once: true });
      // This runs after the effects of a dialog that opens instead, and before anything else can navigate.
      else queueMicrotask(leave);
    };
  }, [id]);
}
