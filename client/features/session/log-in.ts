// Logs in and ends sessions, on the server and on this device.
import { t } from '#client/device/texts.ts';
import { session } from '#shared/contract/session.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { forgetSession } from '#client/device/session-record.ts';
import { endPendingSession, markSessionToEnd, withSessionLock, clearSessionToEnd } from '#client/device/pending-cleanup.ts';
import { call } from '#client/net/call.ts';
import { ConnectionLost, isTemporaryRefusal, Refused, ServerError } from '#client/net/errors.ts';
import type { LoginOutcome } from './login-outcome.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly remember: boolean;
  /**
   * True for a link that was requested in another browser, or that contains an email address and a password. Location reporting is
   * then paused until the member agrees.
   */
  readonly isFromOtherBrowser: boolean;
  /** The text for a 401. The default is that of a wrong password. */
  readonly wrongText?: string | undefined;
}

/** Succeeds even if there is no session. */
export const endServerSession = (keepsBrowserKnown = false): Promise<undefined> =>
  call(session.deleteAuth, { query: { keepsBrowserKnown } }, { background: true, signal: AbortSignal.timeout(endTimeoutMs) });

/** After this time the logout continues offline, and the call is repeated when there is a connection. */
const endTimeoutMs = 5_000;

/** True if the login screen was opened because the session has ended. */
let hasEnded = false;
export const markSessionEnded = (): void => {
  hasEnded = true;
};

/** True if the passkey that unlocked the app could not log in. */
let isPasskeyRefused = false;
export const markPasskeyRefused = (): void => {
  isPasskeyRefused = true;
};
export const wasPasskeyRefused = (): boolean => isPasskeyRefused;

/** Ends the session here and on the server, unless it has already ended. */
export function endSession(): void {
  if (!hasEnded) {
    markSessionToEnd({ keepsBrowserKnown: true });
    forgetSession();
    void endPendingSession(endServerSession).catch(() => undefined);
  }
  hasEnded = false;
}

export function logIn({ username, password, remember, ...options }: Credentials): Promise<LoginOutcome> {
  const form = new FormData();
  form.set('username', username);
  form.set('password', password);
  form.set('remember', String(remember));
  form.set('confirmed', String(options.isFromOtherBrowser));
  return logInBy(() => call(session.postAuth, {}, { form }), options);
}

type LoginOptions = Partial<Pick<Credentials, 'isFromOtherBrowser' | 'wrongText'>>;

/** `login` creates the session on the server. Afterwards Home opens, or the page that led to the login. */
export async function logInBy(login: () => Promise<unknown>, options: LoginOptions = {}): Promise<LoginOutcome> {
  const { isFromOtherBrowser = false, wrongText = t('Password and/or Email address is incorrect') } = options;
  let isLoggedIn = false;
  try {
    return await withSessionLock(async () => {
      await login();
      isLoggedIn = true;
      clearSessionToEnd();
      const own = await ownSettings().catch(nullWithoutSession);
      if (own === null) return { is: 'refused', message: (await import('./needed-of-browser.ts')).neededOfBrowser() };
      const { beginSession } = await import('./begin-session.ts');
      return beginSession(own, { isFromOtherBrowser, endServerSession });
    });
  } catch (error) {
    if (error instanceof Refused && error.code === 'other-browser') return { is: 'unconfirmed' };
    const message = errorText(error, wrongText);
    if (error instanceof Refused && !isTemporaryRefusal(error)) return { is: 'refused', message };
    return { is: 'lost', message, finish: isLoggedIn ? () => logInBy(() => Promise.resolve(), options) : null };
  }
}

/** The settings of the member whose session this browser has. */
export async function ownSettings(): Promise<Settings> {
  const { settings } = await import('#shared/contract/settings.ts');
  return call(settings.getSettings, {});
}

/** Null after a 401: the browser has not stored the session's cookie, although the login succeeded. */
function nullWithoutSession(error: unknown): null {
  if (error instanceof Refused && error.status === 401) return null;
  throw error;
}

function errorText(error: unknown, wrongText: string): string {
  if (error instanceof ConnectionLost) return t('You are offline. Please try again when you have a connection.');
  if (error instanceof Refused && error.status === 401) return wrongText;
  // The link confirms a new email address, but another account has taken it in the meantime.
  if (error instanceof Refused && error.code === 'email-taken') return error.message;
  if (error instanceof Refused || error instanceof ServerError) return `${error.status} ${error.statusText}`;
  reportError(error);
  return t('That didn’t work. Please try again.');
}
