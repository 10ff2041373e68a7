// A menu item that opens the form to report a profile or picture.
import { t } from '#client/device/texts.ts';
import { useState, type ReactNode } from 'react';
import { Dialog } from '#client/ui/Dialog.tsx';
import type { MenuChoice } from '#client/ui/MenuBeside.tsx';
import { LazyReportForm } from './LazyReportForm.tsx';
import { FlagIcon } from './report-icons.ts';
import type { ItemOfMember } from './report-and-block.ts';

export interface Reporting {
  readonly choice: MenuChoice;
  /** Render it outside of the menu, because the menu closes. */
  readonly dialog: ReactNode;
}

export function useReporting(item: ItemOfMember): Reporting {
  const [isOpen, setOpen] = useState(false);
  return {
    choice: { text: t('Report'), icon: FlagIcon, onChoose: () => setOpen(true) },
    dialog: (
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={item.kind === 'picture' ? t('Report picture') : t('Report profile')}
      >
        <LazyReportForm {...item} onClose={() => setOpen(false)} />
      </Dialog>
    ),
  };
}
