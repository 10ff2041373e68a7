// The frame of a screen's content: its heading, a way back where there is one, and how wide it may grow.
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { BackIcon } from './frame-icons.tsx';

export interface PageProps {
  readonly title: string;
  readonly children: ReactNode;
  /** `narrow` for forms, `reading` for text, `wide` for lists and grids. */
  readonly width?: 'wide' | 'narrow' | 'reading';
  /** Screens that are reached from another one go back to it. */
  readonly hasBack?: boolean;
  /** Beside the heading. */
  readonly actions?: ReactNode;
}

export function Page({ title, children, width = 'wide', hasBack = false, actions }: PageProps) {
  return (
    <div className={`page page-${width}`}>
      <div className="page-head">
        {hasBack && (
          <Button look="round" onClick={() => history.back()} aria-label="Back">
            <BackIcon />
          </Button>
        )}
        <h1>{title}</h1>
        {actions}
      </div>
      {children}
    </div>
  );
}
