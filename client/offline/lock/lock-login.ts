// Logs in with the use of the account's passkey that opens the app lock, if the session has ended.
import { passkeyLogins, type UsedPasskey } from '#shared/contract/passkey-logins.ts';
import { settings } from '#shared/contract/settings.ts';
import { limits } from '#shared/rules/limits.ts';
import { clearSessionToEnd, withSessionLock } from '#client/device/pending-cleanup.ts';
import { storeEndpoint } from '#client/device/push-permission.ts';
import { storeSession, type SessionRecord } from '#client/device/session-record.ts';
import { showNsfw } from '#client/device/storage.ts';
import { call } from '#client/net/call.ts';
import { Refused } from '#client/net/errors.ts';

export type LoginByUnlock = { readonly is: 'loggedIn'; readonly session: SessionRecord } | { readonly is: 'refused' };

const timeoutMs = 5_000;
/** Opening the lock waits no longer for the server. */
const challengeTimeoutMs = 2_000;

const within = (ms: number) => ({ background: true, signal: AbortSignal.timeout(ms) });

/** Null without an answer, or while the session lasts: the server then answers that it is locked. */
const requestChallenge = (ms: number): Promise<string | null> =>
  call(passkeyLogins.postAuthOptions, {}, within(ms)).then(
    ({ challenge }) => challenge,
    () => null,
  );

let early: { readonly answer: Promise<string | null>; readonly expiresMs: number } | null = null;

/** Call when the lock screen is shown, so that the member waits less when they use the passkey. */
export function requestChallengeEarly(): void {
  early = { answer: requestChallenge(timeoutMs), expiresMs: Date.now() + limits.passkeyChallengeMs * 0.8 };
}

/** Resolves in time, to null without an answer, or while the session lasts. */
export async function loginChallenge(): Promise<string | null> {
  const requested = early !== null && early.expiresMs > Date.now() ? early.answer : null;
  // A challenge is for one use.
  early = null;
  if (requested === null) return requestChallenge(challengeTimeoutMs);
  const isLate = Symbol('late');
  const found = await Promise.race([
    requested,
    new Promise<symbol>((resolve) => setTimeout(resolve, challengeTimeoutMs, isLate)),
  ]);
  // The session may have ended since the lock screen is shown.
  return typeof found === 'symbol' ? null : (found ?? requestChallenge(challengeTimeoutMs));
}

/** Call before the other tabs are unlocked, which would find the session ended. Null if it lasts, or without an answer. */
export async function logInAgain(credential: UsedPasskey): Promise<LoginByUnlock | null> {
  const limited = within(timeoutMs);
  const ownSettings = () => call(settings.getSettings, {}, limited);
  const logIn = async (): Promise<LoginByUnlock | null> => {
    if (!(await ownSettings().then(() => false, isRefusedLogin))) return null;
    // Like a login by an emailed link.
    await call(passkeyLogins.postAuthPasskey, { body: { credential, remember: true } }, limited);
    clearSessionToEnd();
    const { defaultProfileId: profileId, roles } = await ownSettings();
    return { is: 'loggedIn', session: { profileId, roles } };
  };
  return withSessionLock(logIn, { signal: limited.signal }).catch((error: unknown) =>
    isRefusedLogin(error) ? { is: 'refused' } : null,
  );
}

/** Call when the vault is open. Does not forget the ended session first, which would close the screens of other tabs. */
export function startSession(session: SessionRecord): void {
  // The server ended both with the session.
  storeEndpoint(null);
  showNsfw.set(false);
  storeSession(session);
}

const isRefusedLogin = (error: unknown): boolean => error instanceof Refused && error.status === 401;
