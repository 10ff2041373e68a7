// A part of a screen whose changes screen readers announce politely. Notices in it are announced with it, and not a second time.
import { createContext, type ReactNode } from 'react';

export const InLiveRegion = createContext(false);

export const LiveRegion = ({ className, children }: { readonly className?: string; readonly children: ReactNode }) => (
  <div className={className} aria-live="polite">
    <InLiveRegion value>{children}</InLiveRegion>
  </div>
);
