// A new email address that is not confirmed yet, with buttons to send the link again or to cancel.
import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import type { SectionProps } from './sections.ts';

export interface PendingEmailProps extends Pick<SectionProps, 'onSave'> {
  readonly pending: string;
  readonly current: string;
}

export function PendingEmail({ pending, current, onSave }: PendingEmailProps) {
  const [isSentAgain, setSentAgain] = useState(false);
  const sendAgain = (): void => {
    onSave({ email: pending }).then(
      () => setSentAgain(true),
      () => undefined,
    );
  };
  const cancel = (): void => {
    onSave({ pendingEmail: null }).catch(() => undefined);
  };
  return (
    <Notice isStatic>
      <p>
        A link is on its way to <strong>{pending}</strong>, or already there{isSentAgain && ': look for it within ten minutes'}.
        Open it to confirm; the email says how long it works. Until then your email address is still {current}.
      </p>
      <div className="row">
        <Button onClick={sendAgain}>Send it again</Button>
        <Button onClick={cancel}>Cancel the change</Button>
      </div>
    </Notice>
  );
}
