// One number of the dashboard with its label, and a warning where it needs attention.
import type { ReactNode } from 'react';
import { WarningIcon } from '#client/ui/icons.tsx';

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  /** Why it needs attention; null where all is well. */
  readonly trouble?: string | null;
}

/** Has to be inside a `dl` with the class `figures`. */
export function Figure({ label, value, trouble = null }: FigureProps) {
  return (
    <div className={`figure${trouble === null ? '' : ' figure-trouble'}`}>
      <dt>{label}</dt>
      <dd className="figure-value">{value}</dd>
      {trouble !== null && (
        <dd className="figure-word">
          <WarningIcon />
          {trouble}
        </dd>
      )}
    </div>
  );
}
