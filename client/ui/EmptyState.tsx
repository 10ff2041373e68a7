// The message of an empty list, or of a screen that could not be loaded, with what to do next.
import { t } from '#client/device/texts.ts';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { OfflineIcon, WarningIcon, type IconComponent } from './frame-icons.tsx';
import { Motif } from './Motif.tsx';
import './empty.css';

export interface EmptyStateProps {
  readonly icon?: IconComponent;
  readonly text: string;
  readonly children?: ReactNode;
}

export function EmptyState({ icon: Icon, text, children }: EmptyStateProps) {
  return (
    <div className="empty">
      {Icon && (
        <span className="empty-mark">
          <Motif />
          <Icon />
        </span>
      )}
      <p>{text}</p>
      {children}
    </div>
  );
}

/** While offline there is no button: loading is tried again when the connection is back. */
export function FailedState({ isOffline, text, onRetry }: { isOffline: boolean; text?: string; onRetry: () => void }) {
  const defaultText = isOffline ? t('You are offline, and this is not on your device yet.') : t('This could not be loaded.');
  return (
    <EmptyState icon={isOffline ? OfflineIcon : WarningIcon} text={text ?? defaultText}>
      <Button look="main" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </EmptyState>
  );
}
