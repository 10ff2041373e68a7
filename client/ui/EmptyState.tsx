// The message of an empty list, with what to do next.
import type { ReactNode } from 'react';
import type { IconComponent } from './frame-icons.tsx';
import { Motif } from './Motif.tsx';
import './empty.css';

export interface EmptyStateProps {
  readonly icon?: IconComponent;
  /** The screen's heading, if the message is all that is on the screen. */
  readonly title?: string;
  readonly text: string;
  readonly children?: ReactNode;
}

export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="empty">
      {Icon && (
        <span className="empty-mark">
          <Motif />
          <Icon />
        </span>
      )}
      {title && <h1>{title}</h1>}
      <p>{text}</p>
      {children}
    </div>
  );
}
