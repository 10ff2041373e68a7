// A line that shows or hides the text below it.
import type { ComponentProps, ReactNode } from 'react';
import './disclosure.css';

export interface DisclosureProps extends Omit<ComponentProps<'details'>, 'className'> {
  /** Always shown. */
  readonly line: ReactNode;
  /** A class in addition to `disclosure`. */
  readonly look?: string;
}

export function Disclosure({ line, look = '', children, ...details }: DisclosureProps) {
  return (
    <details className={`disclosure ${look}`} {...details}>
      <summary>{line}</summary>
      {children}
    </details>
  );
}
