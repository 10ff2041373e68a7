// A dialog with a title and a button to close it, in the middle of the screen or as a sheet at its edge.
import { t } from '#client/device/texts.ts';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { CloseIcon } from './frame-icons.tsx';
import { useModal } from './use-modal.ts';
import './dialog.css';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** A sheet is as high as the screen: at the inline end of narrow screens and at the inline start of wide ones. */
  readonly look?: 'box' | 'sheet';
}

/** Links in the dialog must navigate with `replace`, because the dialog has a history entry of its own. */
export function Dialog({ isOpen, onClose, title, children, look = 'box' }: DialogProps) {
  return isOpen ? (
    <OpenDialog onClose={onClose} title={title} look={look}>
      {children}
    </OpenDialog>
  ) : null;
}

function OpenDialog({ onClose, title, children, look }: Omit<DialogProps, 'isOpen'>) {
  const { id, props } = useModal(onClose);
  return (
    <dialog {...props} className={`dialog dialog-${look}`} aria-labelledby={id}>
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button look="round" onClick={onClose} aria-label={t('Close')}>
          <CloseIcon />
        </Button>
      </div>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}
