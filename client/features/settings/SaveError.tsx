// The error that appears when settings could not be saved. Its code is loaded with the first error.
import { Suspense } from 'react';
import { lazyPart } from '#client/ui/lazy-part.ts';
import type { SaveFailureProps } from './SaveFailure.tsx';

const SaveFailure = lazyPart(() => import('./SaveFailure.tsx'), 'SaveFailure');

export const SaveError = (props: SaveFailureProps) => (
  <Suspense>
    <SaveFailure {...props} />
  </Suspense>
);
