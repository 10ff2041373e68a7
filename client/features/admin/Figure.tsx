// A labelled number on the dashboard, with a warning if it needs attention.
import type { ReactNode } from 'react';
import { WarningIcon } from '#client/ui/icons.tsx';

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  /** Why it needs attention, or null. */
  readonly warning?: string | null;
}

/** Belongs inside a `dl` with the class `figures`. */
export function Figure({ label, value, warning = null }: FigureProps) {
  return (
    <div className={`figure${warning === null ? '' : ' figure-warning'}`}>
      <dt>{label}</dt>
      <dd className="figure-value">{value}</dd>
      {warning !== null && (
        <dd className="figure-warning-text">
          <WarningIcon />
          {warning}
        </dd>
      )}
    </div>
  );
}
