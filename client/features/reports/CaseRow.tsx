// A report or case in a list: its kind and reason, a note and actions.
import { t } from '#client/device/texts.ts';
import { useId, type ReactNode } from 'react';
import type { Report } from '#shared/contract/reports.ts';
import { itemLabels, reasonLabels } from './case-texts.ts';
import '#client/ui/list-rows.css';

export interface CaseRowProps {
  readonly of: Pick<Report, 'kind' | 'reason'>;
  readonly note: ReactNode;
  /** Receives the id of the text, which describes an action that has the same name in each row. */
  readonly children: (textId: string) => ReactNode;
}

export function CaseRow({ of: { kind, reason }, note, children }: CaseRowProps) {
  const id = useId();
  return (
    <li className="list-row">
      <span className="grow list-row-text" id={id}>
        <span>{t('{item}: {reason}', { item: t(itemLabels[kind]), reason: t(reasonLabels[reason]) })}</span>
        <span className="soft small">{note}</span>
      </span>
      {children(id)}
    </li>
  );
}
