// The report form, loaded when it is opened.
import { lazy, Suspense } from 'react';
import type { ReportFormProps } from './ReportForm.tsx';

const ReportForm = lazy(() => import('./ReportForm.tsx').then(({ ReportForm }) => ({ default: ReportForm })));

/** Belongs inside a dialog. */
export const LazyReportForm = (props: ReportFormProps) => (
  <Suspense>
    <ReportForm {...props} />
  </Suspense>
);
