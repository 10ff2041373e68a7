// The notice of a new version, which is applied only when the member agrees.
import { t } from '#client/device/texts.ts';
import { useEffect, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { CloseIcon } from '#client/ui/frame-icons.tsx';
import { focusHeading } from '#client/ui/heading-focus.ts';
import { applyUpdate } from '#client/offline/worker-bridge.ts';
import './member-strip.css';

/** Screen readers announce only text that is added to a status element that is already there. */
const spokenAfterMs = 100;

export function UpdateStrip({ onPutOff }: { readonly onPutOff: () => void }) {
  const [isThere, setThere] = useState(false);
  const [isApplying, setApplying] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setThere(true), spokenAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const apply = (): void => {
    setApplying(true);
    void applyUpdate();
  };
  const putOff = (): void => {
    onPutOff();
    focusHeading();
  };
  return (
    <div className="member-strip member-strip-low">
      <p role="status">{isThere && t('An update is available.')}</p>
      {/* The new version starts only when the old version's worker has finished its work. */}
      <Button disabled={isApplying} onClick={apply}>
        {isApplying ? t('Loading...') : t('Reload')}
      </Button>
      <Button look="round" onClick={putOff} aria-label={t('Dismiss')}>
        <CloseIcon />
      </Button>
    </div>
  );
}
