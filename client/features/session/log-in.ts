// Logging in and ending a session: the calls, and the data on the device.
import { session } from '#shared/contract/session.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { forgetSession, storeSession, lastProfileId } from '#client/device/session-record.ts';
import { flushLocal, takeReturnPath } from '#client/device/storage.ts';
import { endPendingSession, markSessionToEnd, withSessionLock, clearSessionToEnd } from '#client/device/pending-cleanup.ts';
import { call } from '#client/net/call.ts';
import { ConnectionLost, Refused, ServerError } from '#client/net/errors.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly remember: boolean;
  /**
   * The credentials were neither typed here nor from a link that this browser requested: location reporting then waits for the
   * member's consent, whoever used the device before.
   */
  readonly isFromElsewhere: boolean;
}

/** Ends the session on the server; succeeds without one too. */
export const endServerSession = (): Promise<undefined> =>
  call(session.deleteAuth, {}, { background: true, signal: AbortSignal.timeout(endWaitMs) });

/** Timeout of the call; it is retried when there is a connection. */
const endWaitMs = 5_000;

/** True if the login is shown because the session has already ended. */
let isOver = false;
export const sessionIsOver = (): void => {
  isOver = true;
};

/** Opening the login ends the session here and on the server. */
export function leaveSession(): void {
  if (!isOver) {
    markSessionToEnd();
    forgetSession();
    void endPendingSession(endServerSession).catch(() => undefined);
  }
  isOver = false;
}

export type LoginOutcome =
  | { readonly is: 'in' }
  /** The link was requested in another browser: the member has to confirm. */
  | { readonly is: 'unconfirmed' }
  | { readonly is: 'refused'; readonly why: string };

/** Loads home, or the page the visitor was redirected from. */
export async function logIn({ username, password, remember, isFromElsewhere }: Credentials): Promise<LoginOutcome> {
  const form = new FormData();
  form.set('username', username);
  form.set('password', password);
  form.set('remember', String(remember));
  form.set('confirmed', String(isFromElsewhere));
  try {
    await withSessionLock(async () => {
      await call(session.postAuth, {}, { form });
      clearSessionToEnd();
      await arrive(await ownSettings(), isFromElsewhere);
    });
    return { is: 'in' };
  } catch (error) {
    if (error instanceof Refused && error.code === 'other-browser') return { is: 'unconfirmed' };
    return { is: 'refused', why: failureText(error) };
  }
}

/** Reloads the page, so that nothing of a previous member stays in memory. */
async function arrive(own: Settings, isFromElsewhere: boolean): Promise<void> {
  const [{ applySettings }, { pauseReporting }] = await Promise.all([
    import('./session.queries.ts'),
    import('#client/device/reporting-pause.ts'),
  ]);
  const way = takeReturnPath();
  const last = lastProfileId();
  const isOther = last !== null && last !== own.defaultProfileId;
  if (isOther) await (await import('#client/device/wipe.ts')).wipeDevice();
  if (isOther || isFromElsewhere) pauseReporting();
  storeSession({ profileId: own.defaultProfileId, roles: own.roles });
  applySettings(own);
  await flushLocal();
  location.replace(way);
}

async function ownSettings(): Promise<Settings> {
  const { settings } = await import('#shared/contract/settings.ts');
  return call(settings.getSettings, {});
}

function failureText(error: unknown): string {
  if (error instanceof ConnectionLost) return 'You are offline. Please try again when you have a connection.';
  if (error instanceof Refused && error.status === 401) return 'Password and/or Email address is incorrect';
  // A link to confirm a new address that another account has taken meanwhile.
  if (error instanceof Refused && error.code === 'email-taken') return error.message;
  if (error instanceof Refused || error instanceof ServerError) return `${error.status} ${error.statusText}`;
  throw error;
}
