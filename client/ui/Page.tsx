// The layout of a screen: heading, back button, actions and maximum width.
import type { ReactNode } from 'react';

export interface PageProps {
  readonly title: string;
  readonly children: ReactNode;
  /** `narrow` for forms, `reading` for text, `wide` for lists and grids, `split` for two columns, which need split.css. */
  readonly width?: 'wide' | 'narrow' | 'reading' | 'split';
  /** The `BackButton`, on screens that have one. */
  readonly back?: ReactNode;
  /** Shown instead of the heading, such as a switch between views. Only screen readers then get the heading. */
  readonly top?: ReactNode;
  /** Shown beside the heading. */
  readonly actions?: ReactNode;
}

export function Page({ title, children, width = 'wide', back, top, actions }: PageProps) {
  return (
    <div className={`page page-titled page-${width}`}>
      <div className="page-head">
        {back}
        <h1 className={top === undefined ? undefined : 'visually-hidden'}>{title}</h1>
        {top}
        {actions}
      </div>
      {children}
    </div>
  );
}
