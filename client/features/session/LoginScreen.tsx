// /login: logs in by password, passkey or emailed link. A link logs in by itself in the browser that requested it.
import { t } from '#client/device/texts.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useState, type FormEvent } from 'react';
import type { UsedPasskey } from '#shared/contract/passkey-logins.ts';
import { lastProfileId } from '#client/device/session-record.ts';
import { currentQueryClient } from '#client/net/QueryProvider.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Checkbox } from '#client/ui/Choice.tsx';
import { Greeting } from '#client/ui/Greeting.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { EmailField, PasswordField } from '#client/ui/TextField.tsx';
import { endSession, logIn, wasPasskeyRefused, type Credentials } from './log-in.ts';
import { readLoginLink, consumeLoginLink, type LoginLink } from './login-link.ts';
import type { LoginOutcome } from './login-outcome.ts';
import type { UnsentDeletion } from './UnsentOfOtherAccount.tsx';

const UnsentOfOtherAccount = lazyPart(() => import('./UnsentOfOtherAccount.tsx'), 'UnsentOfOtherAccount');

const unlockingPasskeyRefused =
  'The passkey that unlocked the app doesn’t log you in any more. Please log in with your password or an emailed link.';

const deadLink = 'This link no longer works. Please request another one.';

interface WaitingLink {
  readonly link: LoginLink;
  /** True if the login was already sent as confirmed by the member, before the connection was lost. */
  readonly isConfirmed: boolean;
}

export function LoginScreen() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState(wasPasskeyRefused() ? t(unlockingPasskeyRefused) : null);
  const [waitingLink, setWaitingLink] = useState<WaitingLink | null>(null);
  /** Finishes a login by link that has already succeeded on the server. */
  const [finish, setFinish] = useState<(() => Promise<LoginOutcome>) | null>(null);
  const [deletion, setDeletion] = useState<UnsentDeletion | null>(null);

  const attempt = async (login: () => Promise<LoginOutcome>, waiting: WaitingLink | null = null): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const outcome = await login();
    if (outcome.is === 'loggedIn') return;
    setBusy(false);
    // The mail with the link may be on another device.
    setWaitingLink(outcome.is === 'unconfirmed' || outcome.is === 'lost' ? waiting : null);
    setFinish(() => (outcome.is === 'lost' ? outcome.finish : null));
    setDeletion(outcome.is === 'deletesUnsent' ? outcome : null);
    if ('message' in outcome) setFailure(outcome.message);
  };
  const logInByLink = (link: LoginLink, isConfirmed: boolean): Promise<void> => {
    const wrongText = link.isLiteral ? undefined : t(deadLink);
    return attempt(() => logIn({ ...link, remember: true, isFromOtherBrowser: isConfirmed, wrongText }), { link, isConfirmed });
  };
  useFreshLogin((link) => {
    // The server checks whether this browser requested an emailed link. A link with email and password logs in by itself, unless
    // the device has a member's data.
    if (link.isLiteral && lastProfileId() !== null) setWaitingLink({ link, isConfirmed: false });
    else void logInByLink(link, link.isLiteral);
  });

  return (
    <Page title={t('Log in')} width="narrow">
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {deletion !== null ? (
        <Suspense>
          <UnsentOfOtherAccount deletion={deletion} onCancel={() => setDeletion(null)} />
        </Suspense>
      ) : waitingLink === null ? (
        <PasswordForm isBusy={isBusy} onLogin={attempt} />
      ) : (
        <div className="card">
          {failure === null && !isBusy && (
            <p>
              {waitingLink.link.isLiteral
                ? t('This link contains an email address and a password. Log in only if they are yours.')
                : t('This login link was requested in another browser. Log in only if it is yours.')}
            </p>
          )}
          <Button
            look="main"
            isWide
            disabled={isBusy}
            onClick={() =>
              void (finish === null
                ? logInByLink(waitingLink.link, waitingLink.isConfirmed || failure === null || waitingLink.link.isLiteral)
                : attempt(finish, waitingLink))
            }
          >
            {isBusy ? t('Logging in...') : t('Log in')}
          </Button>
        </div>
      )}
      <div className="row row-apart small">
        <Link to="/register" className="way">
          {t('Need to Register?')}
        </Link>
        <Link to="/register" className="way">
          {t('Forgot Password?')}
        </Link>
      </div>
      <Greeting isBesideForm />
    </Page>
  );
}

/** Loaded after the screen is shown. */
const passkeyLogin = () => import('./passkey-login.ts');

interface PasswordFormProps {
  readonly isBusy: boolean;
  readonly onLogin: (login: () => Promise<LoginOutcome>) => void;
}

function PasswordForm({ isBusy, onLogin }: PasswordFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  const [isChecked, setChecked] = useState(false);
  const emailError =
    email.trim() === '' ? t('Please enter your email address') : email.includes('@') ? null : t('An email address contains an @');
  const passwordError = password === '' ? t('Please enter your password') : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (emailError !== null || passwordError !== null) return;
    const credentials: Credentials = { username: email.trim().toLowerCase(), password, remember, isFromOtherBrowser: false };
    onLogin(() => logIn(credentials));
  };
  usePasskeySuggestions((credential) => onLogin(async () => (await passkeyLogin()).finishPasskeyLogin(credential, remember)));
  return (
    <form className="card" onSubmit={submit} noValidate>
      <EmailField
        name="username"
        autoComplete="username webauthn"
        value={email}
        onValue={setEmail}
        error={isChecked ? emailError : null}
      />
      <PasswordField value={password} onValue={setPassword} error={isChecked ? passwordError : null} />
      <Checkbox label={t('Remember me')} isOn={remember} onChange={setRemember} />
      <Button type="submit" look="main" isWide disabled={isBusy}>
        {isBusy ? t('Logging in...') : t('Log in')}
      </Button>
      <Button isWide disabled={isBusy} onClick={() => onLogin(async () => (await passkeyLogin()).logInWithPasskey(remember))}>
        {t('Log in with a passkey')}
      </Button>
      <Link to="/register" state={{ email }} className={buttonClass({ isWide: true })}>
        {t('Email me a login link')}
      </Link>
    </form>
  );
}

/** Suggests passkeys in the email field if the browser can. */
function usePasskeySuggestions(onChosen: (credential: UsedPasskey) => void): void {
  const chosen = useEffectEvent(onChosen);
  useEffect(() => {
    if (!('PublicKeyCredential' in globalThis)) return;
    const stopping = passkeyLogin().then(({ suggestPasskeys }) => suggestPasskeys((credential) => chosen(credential)));
    // Without a connection, the password form shows the error.
    stopping.catch(() => undefined);
    return () => void stopping.then((stop) => stop()).catch(() => undefined);
  }, []);
}

/** Ends the session and clears the query cache. Then it passes on the login link in the URL, even one that is pasted later. */
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
