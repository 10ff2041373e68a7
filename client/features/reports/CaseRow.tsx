// A report or case in a list: an icon of its kind, kind and reason, a note and actions.
import { t } from '#client/device/texts.ts';
import { useId, type ReactNode } from 'react';
import type { Report } from '#shared/contract/reports.ts';
import { BroadcastIcon, ChatIcon, PersonIcon, PictureIcon } from '#client/ui/icons.tsx';
import { rich } from '#client/ui/rich.tsx';
import { itemLabels, reasonLabels } from './case-texts.ts';
import '#client/ui/list-rows.css';

const icons = { profile: PersonIcon, picture: PictureIcon, message: ChatIcon, broadcast: BroadcastIcon } as const;

export interface CaseRowProps {
  readonly of: Pick<Report, 'kind' | 'reason'>;
  readonly note: ReactNode;
  /** Receives the id of the text, which describes an action that has the same name in each row. */
  readonly children: (textId: string) => ReactNode;
}

export function CaseRow({ of: { kind, reason }, note, children }: CaseRowProps) {
  const id = useId();
  const Icon = icons[kind];
  return (
    <li className="list-row">
      <span className="case-icon">
        <Icon />
      </span>
      <span className="grow list-row-text" id={id}>
        <span>
          {rich(t('{item}: <b>{reason}</b>', { item: t(itemLabels[kind]), reason: t(reasonLabels[reason]) }), {
            b: (text) => <strong>{text}</strong>,
          })}
        </span>
        <span className="soft small">{note}</span>
      </span>
      {children(id)}
    </li>
  );
}
