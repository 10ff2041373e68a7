// One number of the dashboard with what it counts, and a word where it needs a look.
import type { ReactNode } from 'react';
import { WarningIcon } from '#client/ui/icons.tsx';

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  /** Why it needs a look; null is as it should be. */
  readonly trouble?: string | null;
}

/** Stands in a list of terms with the class `figures`. */
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
