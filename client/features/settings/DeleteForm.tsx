// Deletes the account: lists what is deleted, offers to download all data, and asks the member to type a word.
import { locale } from '#client/device/locale.ts';
import { t } from '#client/device/texts.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { account } from '#shared/contract/account.ts';
import { call } from '#client/net/call.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { OwnDataDownload } from './OwnData.tsx';
import { isSignInTooOld, withRecentSignIn } from './sign-in-again.ts';
import './delete-account.css';

const maxTries = 5;
const retryDelay = 2_000;

export function DeleteForm() {
  const [input, setInput] = useState('');
  const deleting = useDeleteAccount();
  const word = t('typed word|DELETE');
  const isSure = input.trim().normalize().toLocaleUpperCase(locale()) === word;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isSure && !deleting.isPending) deleting.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p>{t('Immediately and permanently:')}</p>
      <ul className="delete-list">
        <li>{t('your profile, pictures, location and likes disappear for everyone,')}</li>
        <li>{t('your conversations are deleted, for you and for the people you chatted with,')}</li>
        <li>{t('you are logged out on all devices, and all your data is deleted from this one.')}</li>
      </ul>
      <p>{t('No one can restore your account. Backups are deleted within 30 days.')}</p>
      <p>{t('You may want to save your data first:')}</p>
      <OwnDataDownload />
      <TextField
        label={t('Type {word} to confirm', { word })}
        value={input}
        onValue={setInput}
        autoComplete="off"
        autoCapitalize="characters"
      />
      {deleting.isError && <Notice tone="error">{errorText(deleting.error)}</Notice>}
      <Button type="submit" look="danger" isWide disabled={!isSure || deleting.isPending}>
        {deleting.isPending ? t('Deleting…') : t('Delete everything')}
      </Button>
    </form>
  );
}

function useDeleteAccount() {
  const navigate = useNavigate();
  const wasLost = useRef(false);
  return useMutation({
    mutationFn: async () => {
      try {
        await withRecentSignIn('delete', () => call(account.deleteAccount, {}));
      } catch (error) {
        wasLost.current ||= error instanceof ConnectionLost;
        // An earlier try has deleted the account, but its reply was lost.
        const isDone = wasLost.current && error instanceof Refused && error.status === 401;
        if (!isDone) throw error;
      }
      // The end of the session may have opened another screen, but only /logout deletes the data on this device.
      await navigate({ to: '/logout', replace: true, state: { isAccountDeleted: true } });
    },
    // Without a reply, nobody knows whether the account is deleted. It is safe to send the request again.
    retry: (tries, error) => error instanceof ConnectionLost && tries < maxTries,
    retryDelay,
    networkMode: 'always',
  });
}

function errorText(error: Error): string {
  if (isSignInTooOld(error)) return error.message;
  return error instanceof ConnectionLost
    ? t('The connection was lost, so your account may not be deleted yet. Please try again.')
    : t('Your account could not be deleted. Please try again.');
}
