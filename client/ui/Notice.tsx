// A short message in a screen. Screen readers announce it, and it may have a button to close it.
import { t } from '#client/device/texts.ts';
import { use, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from './frame-icons.tsx';
import { InLiveRegion } from './LiveRegion.tsx';
import './notice.css';

type Tone = 'info' | 'success' | 'warning' | 'error';

export interface NoticeProps {
  readonly tone?: Tone;
  readonly children: ReactNode;
  readonly onDismiss?: () => void;
  /** If true, the notice is there from the start and is not announced. */
  readonly isStatic?: boolean;
}

export function Notice({ tone = 'info', children, onDismiss, isStatic = false }: NoticeProps) {
  const Icon = tone === 'success' ? CheckIcon : tone === 'info' ? InfoIcon : WarningIcon;
  const isOwnRegion = !use(InLiveRegion) && !isStatic;
  // Screen readers often miss a status that appears together with its text, but not an alert.
  const role = isStatic ? 'note' : isOwnRegion ? 'alert' : undefined;
  return (
    <div className={`notice tone-${tone}`} role={role} aria-live={isOwnRegion && tone !== 'error' ? 'polite' : undefined}>
      <Icon />
      <div className="notice-text">{children}</div>
      {onDismiss && (
        <Button look="round" onClick={onDismiss} aria-label={t('Dismiss')}>
          <CloseIcon />
        </Button>
      )}
    </div>
  );
}
