// A new email address that is not confirmed yet, with buttons to send the link again or to cancel.
import { t } from '#client/device/texts.ts';
import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { rich } from '#client/ui/rich.tsx';
import type { SectionProps } from './section-props.ts';

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
        {rich(
          isSentAgain
            ? t(
                'A link is on its way to <b>{pending}</b>, or already there: it may take ten minutes. Open it to confirm; the email says how long it works. Until then your email address is still {current}.',
                { pending, current },
              )
            : t(
                'A link is on its way to <b>{pending}</b>, or already there. Open it to confirm; the email says how long it works. Until then your email address is still {current}.',
                { pending, current },
              ),
          { b: (text) => <strong>{text}</strong> },
        )}
      </p>
      <div className="row">
        <Button onClick={sendAgain}>{t('Send it again')}</Button>
        <Button onClick={cancel}>{t('Cancel the change')}</Button>
      </div>
    </Notice>
  );
}
