// A new address that waits for its link to be opened: mailed once more, or taken back.
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
  const takeBack = (): void => {
    onSave({ pendingEmail: null }).catch(() => undefined);
  };
  return (
    <Notice isStill>
      <p>
        A link was sent to <strong>{pending}</strong>
        {isSentAgain && ' once more'}. Your address stays {current} until it is opened, which has to be within half an hour.
      </p>
      <div className="row">
        <Button onClick={sendAgain}>Send it again</Button>
        <Button onClick={takeBack}>Take it back</Button>
      </div>
    </Notice>
  );
}
