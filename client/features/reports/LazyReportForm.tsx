// Loads the report form when it is opened.
import { Suspense } from 'react';
import type { ReportFormProps } from './ReportForm.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';

const ReportForm = lazyPart(() => import('./ReportForm.tsx'), 'ReportForm');

/** Render it in a dialog. */
export const LazyReportForm = (props: ReportFormProps) => (
  <Suspense>
    <ReportForm {...props} />
  </Suspense>
);
