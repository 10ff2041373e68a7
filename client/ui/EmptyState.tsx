// The message of an empty list, with what to do next.
import type { ReactNode } from 'react';
import type { IconComponent } from './frame-icons.tsx';
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
