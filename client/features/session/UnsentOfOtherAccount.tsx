// Asks before a login deletes what another account on this device has not sent.
import { t } from '#client/device/texts.ts';
import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import type { LoginOutcome } from './login-outcome.ts';

export type UnsentDeletion = Extract<LoginOutcome, { is: 'deletesUnsent' }>;

interface UnsentProps {
  readonly deletion: UnsentDeletion;
  readonly onCancel: () => void;
}

export function UnsentOfOtherAccount({ deletion, onCancel }: UnsentProps) {
  const [isBusy, setBusy] = useState(false);
  const end = (work: () => Promise<unknown>, onEnd = (): void => undefined): void => {
    setBusy(true);
    void work().then(onEnd, () => {
      onEnd();
      setBusy(false);
    });
  };
  return (
    <div className="card">
      <p role="alert">{t('Another account on this device has something that is not sent yet. If you log in, it is deleted.')}</p>
      <Button look="danger" isWide disabled={isBusy} onClick={() => end(deletion.proceed)}>
        {isBusy ? t('Logging in...') : t('Log in and delete it')}
      </Button>
      <Button isWide disabled={isBusy} onClick={() => end(deletion.cancel, onCancel)}>
        {t('Cancel')}
      </Button>
    </div>
  );
}
