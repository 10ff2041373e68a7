// A report or case in a list: its kind and reason, a note and actions.
import { t } from '#client/device/texts.ts';
import type { ReactNode } from 'react';
import type { Report } from '#shared/contract/reports.ts';
import { itemLabels, reasonLabels } from './case-texts.ts';
import '#client/ui/list-rows.css';

export interface CaseRowProps {
  readonly of: Pick<Report, 'kind' | 'reason'>;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

export const CaseRow = ({ of: { kind, reason }, note, children }: CaseRowProps) => (
  <li className="list-row">
    <span className="grow list-row-text">
      <span>{t('{item}: {reason}', { item: t(itemLabels[kind]), reason: t(reasonLabels[reason]) })}</span>
      <span className="soft small">{note}</span>
    </span>
    {children}
  </li>
);
