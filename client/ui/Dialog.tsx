// A native dialog with its own history entry: Escape, back and its button all close it.
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { CloseIcon } from './frame-icons.tsx';
import './dialog.css';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** A sheet fills the height at the right edge. */
  readonly look?: 'box' | 'sheet';
}

/** Links inside it navigate with `replace`, so that the dialog's own entry of the history becomes the new screen. */
export function Dialog({ isOpen, onClose, title, children, look = 'box' }: DialogProps) {
  return isOpen ? (
    <OpenDialog onClose={onClose} title={title} look={look}>
      {children}
    </OpenDialog>
  ) : null;
}

function OpenDialog({ onClose, title, children, look }: Omit<DialogProps, 'isOpen'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed before it is removed: only then does the browser return the focus to the element that opened it.
  useLayoutEffect(() => {
    const own = dialog.current;
    own?.showModal();
    return () => own?.close();
  }, []);
  useHistoryEntry(id, onClose);
  return (
    <dialog
      ref={dialog}
      className={`dialog dialog-${look}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button look="round" onClick={onClose} aria-label="Close">
          <CloseIcon />
        </Button>
      </div>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}

/** One history entry while it is open: going back closes it, and closing it goes back unless a link has replaced the entry. */
function useHistoryEntry(id: string, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const isOwnEntry = (): boolean => Reflect.get(Object(history.state), 'dialog') === id;
    // The router patches pushState to follow it; the screen stays the same here, so the original function is called.
    if (!isOwnEntry()) History.prototype.pushState.call(history, { ...history.state, dialog: id }, '');
    const onBack = (): void => {
      if (!isOwnEntry()) close.current();
    };
    addEventListener('popstate', onBack);
    return () => {
      removeEventListener('popstate', onBack);
      if (isOwnEntry()) history.back();
    };
  }, [id]);
}
