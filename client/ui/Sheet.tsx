// A sheet that rises from the bottom on phones and can be pulled down. On wide screens it is a panel at the inline end or a dialog.
import { t } from '#client/device/texts.ts';
import { useRef, type PointerEvent, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { CloseIcon } from './frame-icons.tsx';
import { useModal } from './use-modal.ts';
import './dialog.css';
import './sheet.css';

export interface SheetProps {
  readonly onClose: () => void;
  /** The name of the sheet. It is also the heading, unless there is a `head`. */
  readonly title: string;
  /** Shown instead of the title, such as a person. */
  readonly head?: ReactNode;
  readonly children?: ReactNode;
  /** How it looks on wide screens. */
  readonly wide?: 'panel' | 'box';
}

/** Mounted while it is open. Links in it must navigate with `replace`, as in a dialog. */
export function Sheet({ onClose, title, head, children, wide = 'box' }: SheetProps) {
  const { id, props } = useModal(onClose);
  const drag = useDragDown(onClose);
  return (
    <dialog {...props} className={`dialog bottom-sheet bottom-sheet-${wide}`} aria-labelledby={id}>
      <div className="bottom-sheet-grip" {...drag} />
      <div className="dialog-head" {...drag}>
        <h2 id={id} className={head === undefined ? undefined : 'visually-hidden'}>
          {title}
        </h2>
        {head}
        <Button look="round" onClick={onClose} aria-label={t('Close')}>
          <CloseIcon />
        </Button>
      </div>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}

/** The sheet closes if it is pulled down further than this. */
const closesAfterPx = 72;

function useDragDown(onClose: () => void) {
  const startY = useRef<number | null>(null);
  const downBy = ({ clientY }: PointerEvent): number => (startY.current === null ? 0 : Math.max(0, clientY - startY.current));
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse' || (event.target instanceof Element && event.target.closest('a, button'))) return;
      startY.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (startY.current !== null) moveSheet(event.currentTarget, downBy(event));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const isClosing = downBy(event) > closesAfterPx;
      startY.current = null;
      if (isClosing) onClose();
      else moveSheet(event.currentTarget, 0);
    },
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => {
      startY.current = null;
      moveSheet(currentTarget, 0);
    },
  };
}

const moveSheet = (grip: HTMLElement, px: number): void => {
  const sheet = grip.closest('dialog');
  if (sheet !== null) sheet.style.translate = `0 ${px}px`;
};
