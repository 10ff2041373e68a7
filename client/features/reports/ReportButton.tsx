// Opens the report form for a profile or picture: as a choice of a menu, or as a button.
import { useState, type ReactNode } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import type { MenuChoice } from '#client/ui/MenuBeside.tsx';
import { LazyReportForm } from './LazyReportForm.tsx';
import { FlagIcon } from './report-icons.ts';
import type { ReportedItem } from './reports.queries.ts';

export interface Reporting {
  readonly choice: MenuChoice;
  /** Belongs outside of the menu, which closes. */
  readonly dialog: ReactNode;
}

export function useReporting({ kind, itemId }: ReportedItem): Reporting {
  const [isOpen, setOpen] = useState(false);
  return {
    choice: { text: 'Report', icon: FlagIcon, onChoose: () => setOpen(true) },
    dialog: (
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={kind === 'picture' ? 'Report picture' : 'Report profile'}>
        <LazyReportForm kind={kind} itemId={itemId} onClose={() => setOpen(false)} />
      </Dialog>
    ),
  };
}

export function ReportButton(item: ReportedItem) {
  const { choice, dialog } = useReporting(item);
  return (
    <>
      <Button onClick={choice.onChoose} aria-haspopup="dialog">
        <FlagIcon />
        {choice.text}
      </Button>
      {dialog}
    </>
  );
}
