// A native dialog with its own history entry, closed by Escape, back navigation, its button or a click beside it.
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { fieldOf } from '#shared/rules/unknown-fields.ts';
import { Button } from './Button.tsx';
import { CloseIcon } from './frame-icons.tsx';
import './dialog.css';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** A sheet has the full height, at the right edge on narrow screens and at the left edge on wide ones. */
  readonly look?: 'box' | 'sheet';
}

/** Links inside must navigate with `replace`, to replace the dialog's history entry. */
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
  // The browser only returns the focus to the opening element if the dialog is closed before it is removed.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
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

/** Adds a history entry: going back closes the dialog, and closing it goes back unless a link has replaced the entry. */
function useHistoryEntry(id: string, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const isOwnEntry = (): boolean => fieldOf(history.state, 'dialog') === id;
    // The original pushState, since the router's patched one would navigate.
    if (!isOwnEntry()) History.prototype.pushState.call(history, { ...history.state, dialog: id }, '');
    const onBack = (): void => {
      if (!isOwnEntry()) close();
    };
    addEventListener('popstate', onBack);
    return () => {
      removeEventListener('popstate', onBack);
      if (isOwnEntry()) history.back();
    };
  }, [id]);
}
