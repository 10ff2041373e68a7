// The button that opens the report form for a profile or picture.
import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { LazyReportForm } from './LazyReportForm.tsx';
import { FlagIcon } from './report-icons.ts';
import type { ReportedItem } from './reports.queries.ts';

export function ReportButton({ kind, itemId }: ReportedItem) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-haspopup="dialog">
        <FlagIcon />
        Report
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={kind === 'picture' ? 'Report picture' : 'Report profile'}>
        <LazyReportForm kind={kind} itemId={itemId} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
