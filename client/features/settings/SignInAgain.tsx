// Asks the member to log in again by password, passkey or emailed link, and then continues what they wanted to do.
import { t } from '#client/device/texts.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { passkeyLogins } from '#shared/contract/passkey-logins.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { arePasskeysSupported, requestPasskey } from '#client/device/passkey-use.ts';
import { call } from '#client/net/call.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { PasswordField } from '#client/ui/TextField.tsx';
import { FreshLink } from './FreshLink.tsx';
import type { SignInQuestion } from './sign-in-again.ts';

interface SignInAgainProps {
  readonly settings: Settings;
  readonly question: SignInQuestion;
}

export function SignInAgain({ settings, question: { section, answer } }: SignInAgainProps) {
  const [password, setPassword] = useState('');
  const proving = useMutation({
    mutationFn: async (typed: string | null) =>
      call(passkeyLogins.postAuthAgain, { body: typed === null ? { credential: await credential() } : { password: typed } }),
    onSuccess: () => answer(true),
  });
  // A member who leaves the screen declines.
  useEffect(() => () => answer(false), [answer]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (password !== '') proving.mutate(password);
  };
  return (
    <Dialog isOpen onClose={() => answer(false)} title={t('Please log in again')}>
      <p>{t('For your safety, this needs a login within the last 15 minutes. After that you can continue here.')}</p>
      {proving.isError && <Notice tone="error">{errorText(proving.error, proving.variables === null)}</Notice>}
      {settings.hasPassword && (
        <form className="stack" onSubmit={submit}>
          <input type="email" name="username" autoComplete="username" value={settings.email} readOnly hidden />
          <PasswordField value={password} onValue={setPassword} />
          <Button type="submit" look="main" isWide disabled={password === '' || proving.isPending}>
            {proving.isPending ? t('Logging in...') : t('Log in')}
          </Button>
        </form>
      )}
      {arePasskeysSupported() && (
        <Button isWide disabled={proving.isPending} onClick={() => proving.mutate(null)}>
          {t('Use a passkey')}
        </Button>
      )}
      <FreshLink
        returnPath={`/settings#${section}`}
        nextStep={t('Open it on this device: it brings you back to your settings.')}
      />
    </Dialog>
  );
}

async function credential() {
  return requestPasskey(await call(passkeyLogins.postAuthOptions, {}), new AbortController().signal);
}

function errorText(error: Error, isPasskey: boolean): string {
  if (error instanceof DOMException) return t('No passkey was used.');
  if (error instanceof ConnectionLost) return t('You are offline. Please try again when you have a connection.');
  if (error instanceof Refused && error.code === 'not-confirmed')
    return isPasskey ? t('That passkey is not one of this account.') : t('That is not your password.');
  return error instanceof Refused ? error.message : t('That didn’t work. Please try again.');
}
