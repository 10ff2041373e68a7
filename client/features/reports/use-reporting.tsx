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
  readonly isOpen: boolean;
  /** Render it where it stays if the member disappears, because something may have been typed. */
  readonly dialog: ReactNode;
}

export function useReporting(item: ItemOfMember): Reporting {
  /** The item when the form was opened. The screen may show another one since. */
  const [reported, setReported] = useState<ItemOfMember | null>(null);
  const close = (): void => setReported(null);
  return {
    choice: { text: t('Report'), icon: FlagIcon, onChoose: () => setReported(item) },
    isOpen: reported !== null,
    dialog: reported !== null && (
      <Dialog isOpen onClose={close} title={reported.kind === 'picture' ? t('Report picture') : t('Report profile')}>
        <LazyReportForm {...reported} onClose={close} />
      </Dialog>
    ),
  };
}
