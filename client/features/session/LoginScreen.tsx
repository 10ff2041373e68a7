// /login: logs in by password, or by an emailed link, automatically in the browser that requested it.
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent } from 'react';
import { lastProfileId } from '#client/device/session-record.ts';
import { currentQueryClient } from '#client/net/QueryProvider.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Checkbox } from '#client/ui/Choice.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { endSession, logIn, type Credentials } from './log-in.ts';
import { readLoginLink, consumeLoginLink, type LoginLink } from './login-link.ts';

export function LoginScreen() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [waitingLink, setWaitingLink] = useState<LoginLink | null>(null);

  const attempt = async (credentials: Credentials, link: LoginLink | null = null): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const outcome = await logIn(credentials);
    if (outcome.is === 'loggedIn') return;
    setBusy(false);
    setWaitingLink(outcome.is === 'unconfirmed' ? link : null);
    if (outcome.is === 'refused') setFailure(outcome.message);
  };
  const logInByLink = (link: LoginLink, isFromOtherBrowser: boolean): Promise<void> =>
    attempt({ ...link, remember: true, isFromOtherBrowser }, link);
  useFreshLogin((link) => {
    // The server checks whether an emailed link was requested in this browser. A literal pair logs in automatically unless the
    // device has a member's data.
    if (link.isLiteral && lastProfileId() !== null) setWaitingLink(link);
    else void logInByLink(link, link.isLiteral);
  });

  return (
    <Page title="Log in" width="narrow">
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {waitingLink === null ? (
        <PasswordForm isBusy={isBusy} onSubmit={attempt} />
      ) : (
        <div className="card">
          <p>
            {waitingLink.isLiteral
              ? 'This link contains an email address and a password. Log in only if they are yours.'
              : 'This login link was requested in another browser. Log in only if it is yours.'}
          </p>
          <Button look="main" isWide disabled={isBusy} onClick={() => void logInByLink(waitingLink, true)}>
            {isBusy ? 'Logging in...' : 'Log in'}
          </Button>
        </div>
      )}
      <div className="row row-apart">
        <Link to="/register">Need to Register?</Link>
        <Link to="/register">Forgot Password?</Link>
      </div>
    </Page>
  );
}

function PasswordForm({ isBusy, onSubmit }: { readonly isBusy: boolean; readonly onSubmit: (credentials: Credentials) => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  const [isChecked, setChecked] = useState(false);
  const emailError =
    email.trim() === '' ? 'Please enter your email address' : email.includes('@') ? null : 'An email address has an @';
  const passwordError = password === '' ? 'Please enter your password' : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (emailError !== null || passwordError !== null) return;
    onSubmit({ username: email.trim().toLowerCase(), password, remember, isFromOtherBrowser: false });
  };
  return (
    <form className="card" onSubmit={submit} noValidate>
      <TextField
        label="Email"
        type="email"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onValue={setEmail}
        error={isChecked ? emailError : null}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onValue={setPassword}
        error={isChecked ? passwordError : null}
      />
      <Checkbox label="Remember me" isOn={remember} onChange={setRemember} />
      <Button type="submit" look="main" isWide disabled={isBusy}>
        {isBusy ? 'Logging in...' : 'Log in'}
      </Button>
    </form>
  );
}

/** Ends the session and clears the query cache, then passes on a login link in the URL, also one that is pasted later. */
function useFreshLogin(onLink: (link: LoginLink) => void): void {
  const { hash } = useLocation();
  useEffect(() => {
    endSession();
    currentQueryClient()?.clear();
  }, []);
  useEffect(() => {
    readLoginLink();
    const link = consumeLoginLink();
    if (link !== null) onLink(link);
    // oxlint-disable-next-line react/exhaustive-deps -- a link is used once, when the URL changes
  }, [hash]);
}
