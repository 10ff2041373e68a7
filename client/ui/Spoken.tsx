// A text that replaces the focused element and takes the focus, so that screen readers say it.
import type { ReactNode } from 'react';
import { focusNow } from './focus-now.ts';

export const Spoken = ({ className, children }: { readonly className?: string; readonly children: ReactNode }) => (
  <div className={className} tabIndex={-1} ref={focusNow}>
    {children}
  </div>
);
