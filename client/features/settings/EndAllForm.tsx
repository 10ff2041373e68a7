// Asks before all sessions end, and maybe the passkeys with them.
import { t } from '#client/device/texts.ts';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listed } from '#shared/formats/words.ts';
import { locale } from '#client/device/locale.ts';
import { Button } from '#client/ui/Button.tsx';
import { Checkbox } from '#client/ui/Choice.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { passkeysQuery } from './passkeys.queries.ts';
import { useEndEverySession } from './sessions.queries.ts';

export function EndAllForm({ onCancel }: { readonly onCancel: () => void }) {
  const [alsoPasskeys, setAlsoPasskeys] = useState(false);
  const { data: passkeys = [] } = useQuery(passkeysQuery);
  const email = useQuery(settingsQuery).data?.pendingEmail ?? null;
  const navigate = useNavigate();
  const ending = useEndEverySession(() => void navigate({ to: '/logout', replace: true }));
  return (
    <>
      <p>
        {t(
          'Every device is logged out, including this one. What the other devices have not sent yet stays on them until you log in again.',
        )}
      </p>
      {email !== null && <p>{t('The change of your email address to {email} is cancelled.', { email })}</p>}
      {passkeys.length > 0 && (
        <Checkbox
          label={t('Also remove my passkeys')}
          help={t('They can still be used to log in: {names}.', {
            names: listed(
              passkeys.map(({ name }) => name),
              locale(),
            ),
          })}
          isOn={alsoPasskeys}
          onChange={setAlsoPasskeys}
        />
      )}
      {ending.isError && <Notice tone="error">{t('The other devices could not be logged out. Please try again.')}</Notice>}
      <div className="row">
        <Button look="danger" disabled={ending.isPending} onClick={() => ending.mutate({ alsoPasskeys })}>
          {t('Log out all devices')}
        </Button>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </div>
    </>
  );
}
