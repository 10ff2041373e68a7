// Opens the deletion of the account. A recent login is asked for first, so that it does not interrupt the deletion later.
import { t } from '#client/device/texts.ts';
import { Suspense, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { account } from '#shared/contract/account.ts';
import { call } from '#client/net/call.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { isSignInTooOld, withRecentSignIn } from './sign-in-again.ts';

const DeleteForm = lazyPart(() => import('./DeleteForm.tsx'), 'DeleteForm');

export function DeleteAccount() {
  const [isConfirming, setConfirming] = useState(false);
  const opening = useMutation({
    mutationFn: () => withRecentSignIn('delete', () => call(account.getDeletion, {})),
    onSuccess: () => setConfirming(true),
    networkMode: 'always',
  });
  return (
    <>
      <p className="soft">{t('Removes you from the community and deletes everything you have here.')}</p>
      {opening.isError && <Notice tone="error">{errorText(opening.error)}</Notice>}
      <div className="row">
        <Button look="danger" disabled={opening.isPending} onClick={() => opening.mutate()}>
          {t('Delete my account')}
        </Button>
      </div>
      <Dialog isOpen={isConfirming} onClose={() => setConfirming(false)} title={t('Delete your account?')}>
        <Suspense>
          <DeleteForm />
        </Suspense>
      </Dialog>
    </>
  );
}

function errorText(error: Error): string {
  if (isSignInTooOld(error)) return t('Deleting your account needs a new login first.');
  return error instanceof ConnectionLost
    ? t('You are offline. You can delete your account when you’re back online.')
    : error.message;
}
