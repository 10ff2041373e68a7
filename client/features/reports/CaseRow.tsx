// One report or case in a list: kind and reason, a note below, and what can be done.
import type { ReactNode } from 'react';
import type { Report } from '#shared/contract/reports.ts';
import { itemWords, reasonWords } from './case-words.ts';
import '#client/ui/list-rows.css';

export interface CaseRowProps {
  readonly of: Pick<Report, 'kind' | 'reason'>;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

export const CaseRow = ({ of: { kind, reason }, note, children }: CaseRowProps) => (
  <li className="list-row">
    <span className="grow list-row-words">
      <span>
        {itemWords[kind]}: {reasonWords[reason]}
      </span>
      <span className="soft small">{note}</span>
    </span>
    {children}
  </li>
);
