// The end of an account: says what goes, offers the data first, and asks for a word that nobody types by accident.
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { account } from '#shared/contract/account.ts';
import { rememberWayBack } from '#client/device/storage.ts';
import { call } from '#client/net/call.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { OwnDataDownload } from './OwnData.tsx';
import './delete-account.css';

const word = 'DELETE';
const triesMost = 5;
const retryDelay = 2_000;

export function DeleteAccount() {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <p className="soft">Takes you out of the community, with everything you have here.</p>
      <div className="row">
        <Button look="danger" onClick={() => setAsked(true)}>
          Delete my account
        </Button>
      </div>
      <Dialog isOpen={isAsked} onClose={() => setAsked(false)} title="Delete your account?">
        <Question />
      </Dialog>
    </>
  );
}

function Question() {
  const [typed, setTyped] = useState('');
  const deleting = useDeleteAccount();
  const isLoginTooOld = deleting.error instanceof Refused && deleting.error.code === 'reauth';
  const isSure = typed.trim().toUpperCase() === word;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isSure && !deleting.isPending) deleting.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p>At once, and for good:</p>
      <ul className="what-goes">
        <li>your profile, pictures, position and likes are gone for everybody,</li>
        <li>your messages vanish from the conversations of those you wrote to, and theirs to you with them,</li>
        <li>you are logged out on all devices, and nothing of you stays on this one.</li>
      </ul>
      <p>Nobody can bring it back. Copies that are made in case the server breaks are gone within 30 days.</p>
      <p>You may want to keep what is yours first:</p>
      <OwnDataDownload />
      <TextField
        label={`Type ${word} to confirm`}
        value={typed}
        onValue={setTyped}
        autoComplete="off"
        autoCapitalize="characters"
      />
      {isLoginTooOld ? (
        <LogInAgain />
      ) : (
        <>
          {deleting.isError && <Notice tone="error">{failureWords(deleting.error)}</Notice>}
          <Button type="submit" look="danger" isWide disabled={!isSure || deleting.isPending}>
            {deleting.isPending ? 'Deleting…' : 'Delete everything'}
          </Button>
        </>
      )}
    </form>
  );
}

function LogInAgain() {
  const navigate = useNavigate();
  const logIn = (): void => {
    rememberWayBack('/settings');
    void navigate({ to: '/login', replace: true });
  };
  return (
    <>
      <Notice tone="warning">
        For your safety, please log in once more: that has to be less than 15 minutes ago. Then come back here.
      </Notice>
      <Button look="main" isWide onClick={logIn}>
        Log in again
      </Button>
    </>
  );
}

function useDeleteAccount() {
  const navigate = useNavigate();
  const wasLost = useRef(false);
  return useMutation({
    mutationFn: async () => {
      try {
        await call(account.deleteAccount, {});
      } catch (error) {
        wasLost.current ||= error instanceof ConnectionLost;
        // The answer to an earlier try was lost on its way, and there is nobody any more to ask for.
        const isDone = wasLost.current && error instanceof Refused && error.status === 401;
        if (!isDone) throw error;
      }
      // Takes everything off this device, whichever screen the end of the session has led to meanwhile.
      await navigate({ to: '/logout', replace: true, state: { isAccountDeleted: true } });
    },
    // Without an answer it may be done or not: asking again makes it so, and tells.
    retry: (tries, error) => error instanceof ConnectionLost && tries < triesMost,
    retryDelay,
    networkMode: 'always',
  });
}

const failureWords = (error: Error): string =>
  error instanceof ConnectionLost
    ? 'The connection was lost, and whether your account is deleted is not known. Please try again.'
    : 'Your account could not be deleted. Please try again.';
