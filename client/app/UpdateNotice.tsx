// Registers the worker, and shows when a new version is ready.
import { Suspense, useEffect, useState } from 'react';
import { untilMember } from '#client/device/session-record.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { outboxCount } from '#client/offline/uploads/undelivered-count.ts';
import { fetchDeferred, onUpdateReady, registerWorker } from '#client/offline/worker-bridge.ts';

const UpdateStrip = lazyPart(() => import('./UpdateStrip.tsx'), 'UpdateStrip');

/** Mounted once, after the first paint: mounting it registers the worker. */
export function UpdateNotice() {
  const [isReady, setReady] = useState(false);
  const [isPutOff, setPutOff] = useState(false);
  useEffect(() => onUpdateReady(() => setReady(true)), []);
  useEffect(() => {
    // Without workers, as in some private windows, the app only works online.
    registerWorker(async () => (await outboxCount()) === 0)
      .then(untilMember)
      .then(fetchDeferred)
      .catch(() => undefined);
  }, []);
  if (!isReady || isPutOff) return null;
  return (
    <Suspense>
      <UpdateStrip onPutOff={() => setPutOff(true)} />
    </Suspense>
  );
}
