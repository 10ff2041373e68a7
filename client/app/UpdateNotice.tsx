// The notice of a new version, which is applied only when the member agrees.
import { t } from '#client/device/texts.ts';
import { useEffect, useState } from 'react';
import { untilMember } from '#client/device/session-record.ts';
import { Button } from '#client/ui/Button.tsx';
import { CloseIcon } from '#client/ui/frame-icons.tsx';
import { outboxCount } from '#client/offline/uploads/undelivered-count.ts';
import { applyUpdate, fetchDeferred, onUpdateReady, registerWorker } from '#client/offline/worker-bridge.ts';
import './member-strip.css';

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
    <div className="member-strip member-strip-low" role="status">
      <p>{t('An update is available.')}</p>
      <Button onClick={applyUpdate}>{t('Reload')}</Button>
      <Button look="round" onClick={() => setPutOff(true)} aria-label={t('Dismiss')}>
        <CloseIcon />
      </Button>
    </div>
  );
}
