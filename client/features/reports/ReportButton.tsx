// The button that opens the report form for a profile or picture.
import { lazy, Suspense, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { FlagIcon } from './report-icons.ts';
import type { ReportedItem } from './reports.queries.ts';

const ReportForm = lazy(() => import('./ReportForm.tsx').then(({ ReportForm }) => ({ default: ReportForm })));

export function ReportButton({ kind, itemId }: ReportedItem) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-haspopup="dialog">
        <FlagIcon />
        Report
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={kind === 'picture' ? 'Report picture' : 'Report profile'}>
        <Suspense>
          <ReportForm kind={kind} itemId={itemId} onClose={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}
