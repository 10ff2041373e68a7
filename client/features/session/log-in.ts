// Logging in and ending a session: the calls, and what becomes of the data on the device.
import { session } from '#shared/contract/session.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { forgetSession, keepSession, lastProfileId } from '#client/device/session-record.ts';
import { localIsKept, takeWayBack } from '#client/device/storage.ts';
import { endLeftSession, endSessionLater, inSessionTurn, sessionIsEnded } from '#client/device/unfinished.ts';
import { call } from '#client/net/call.ts';
import { ConnectionLost, Refused, ServerTrouble } from '#client/net/errors.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly remember: boolean;
  /**
   * The member did not type them here, nor is it the link that this browser asked for, and he clicked or brought the pair along:
   * location reporting then waits for his word, whoever the device belonged to before.
   */
  readonly isFromElsewhere: boolean;
}

/** The server ends the session; done also where there is none. */
export const endServerSession = (): Promise<undefined> =>
  call(session.deleteAuth, {}, { background: true, signal: AbortSignal.timeout(endWaitMs) });

/** Longer than this nobody waits for an ending; it is tried again when there is a connection. */
const endWaitMs = 5_000;

/** Nothing is left to end when the login is shown because the session of this page has ended. */
let isOver = false;
export const sessionIsOver = (): void => {
  isOver = true;
};

/** Opening the login ends the session here and on the server. */
export function leaveSession(): void {
  if (!isOver) {
    endSessionLater();
    forgetSession();
    void endLeftSession(endServerSession).catch(() => undefined);
  }
  isOver = false;
}

export type LoginOutcome =
  | { readonly is: 'in' }
  /** The link was asked for in another browser: it is followed on the member's word only. */
  | { readonly is: 'unconfirmed' }
  | { readonly is: 'refused'; readonly why: string };

/** Goes home, or back to where the visitor was sent from, with a fresh page. */
export async function logIn({ username, password, remember, isFromElsewhere }: Credentials): Promise<LoginOutcome> {
  const form = new FormData();
  form.set('username', username);
  form.set('password', password);
  form.set('remember', String(remember));
  form.set('confirmed', String(isFromElsewhere));
  try {
    await inSessionTurn(async () => {
      await call(session.postAuth, {}, { form });
      sessionIsEnded();
      await arrive(await ownSettings(), isFromElsewhere);
    });
    return { is: 'in' };
  } catch (error) {
    if (error instanceof Refused && error.code === 'other-browser') return { is: 'unconfirmed' };
    return { is: 'refused', why: failureText(error) };
  }
}

/** The page is loaded anew: nothing of whoever was here before stays in memory. */
async function arrive(own: Settings, isFromElsewhere: boolean): Promise<void> {
  const [{ applySettings }, { pauseReporting }] = await Promise.all([
    import('./session.queries.ts'),
    import('#client/device/reporting-pause.ts'),
  ]);
  const way = takeWayBack();
  const last = lastProfileId();
  const isOther = last !== null && last !== own.defaultProfileId;
  if (isOther) await (await import('#client/device/wipe.ts')).wipeDevice();
  if (isOther || isFromElsewhere) pauseReporting();
  keepSession({ profileId: own.defaultProfileId, roles: own.roles });
  applySettings(own);
  await localIsKept();
  location.replace(way);
}

async function ownSettings(): Promise<Settings> {
  const { settings } = await import('#shared/contract/settings.ts');
  return call(settings.getSettings, {});
}

function failureText(error: unknown): string {
  if (error instanceof ConnectionLost) return 'You are offline. Please try again when you have a connection.';
  if (error instanceof Refused && error.status === 401) return 'Password and/or Email address is incorrect';
  // A link that confirms a new address, which got an account of its own meanwhile.
  if (error instanceof Refused && error.code === 'email-taken') return error.message;
  if (error instanceof Refused || error instanceof ServerTrouble) return `${error.status} ${error.statusText}`;
  throw error;
}
