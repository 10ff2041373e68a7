// A short message inside a screen, announced to screen readers and optionally dismissible.
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from './frame-icons.tsx';
import './notice.css';

type Tone = 'info' | 'success' | 'warning' | 'error';

export interface NoticeProps {
  readonly tone?: Tone;
  readonly children: ReactNode;
  readonly onDismiss?: () => void;
  /** A notice that is there from the start is not announced. */
  readonly isStill?: boolean;
}

export function Notice({ tone = 'info', children, onDismiss, isStill = false }: NoticeProps) {
  const Icon = tone === 'success' ? CheckIcon : tone === 'info' ? InfoIcon : WarningIcon;
  return (
    <div className={`notice tone-${tone}`} role={isStill ? 'note' : tone === 'error' ? 'alert' : 'status'}>
      <Icon />
      <div className="notice-text">{children}</div>
      {onDismiss && (
        <Button look="round" onClick={onDismiss} aria-label="Dismiss">
          <CloseIcon />
        </Button>
      )}
    </div>
  );
}
