// Logs in with the passkey that unlocks the app, if the session has ended.
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
/** The longest wait for each answer before the member uses the passkey. */
const challengeTimeoutMs = 2_000;

const optionsWithin = (ms: number) => ({ background: true, signal: AbortSignal.timeout(ms) });

/** Resolves to null if the server does not answer, or if the session has not ended: the server then answers 423 while the app is locked. */
const requestChallenge = (ms: number): Promise<string | null> =>
  call(passkeyLogins.postAuthOptions, {}, optionsWithin(ms)).then(
    ({ challenge }) => challenge,
    () => null,
  );

let earlyRequest: { readonly answer: Promise<string | null>; readonly expiresMs: number } | null = null;

/** Call it when the lock screen is shown, so that members need not wait when they use the passkey. */
export function requestChallengeEarly(): void {
  earlyRequest = { answer: requestChallenge(timeoutMs), expiresMs: Date.now() + limits.passkeyChallengeMs * 0.8 };
}

/** Resolves to null if the server does not answer in time, or if the session has not ended. */
export async function loginChallenge(): Promise<string | null> {
  const requested = earlyRequest !== null && earlyRequest.expiresMs > Date.now() ? earlyRequest.answer : null;
  // A challenge can be used only once.
  earlyRequest = null;
  if (requested === null) return requestChallenge(challengeTimeoutMs);
  const late = Symbol('late');
  const found = await Promise.race([requested, new Promise<symbol>((resolve) => setTimeout(resolve, challengeTimeoutMs, late))]);
  // The session may have ended since the lock screen was shown.
  return typeof found === 'symbol' ? null : (found ?? requestChallenge(challengeTimeoutMs));
}

/**
 * Call it before other tabs are unlocked, because they would find the session ended. Null if it has not ended, or if the server does not
 * answer.
 */
export async function logInAgain(credential: UsedPasskey): Promise<LoginByUnlock | null> {
  const limited = optionsWithin(timeoutMs);
  const ownSettings = () => call(settings.getSettings, {}, limited);
  const logIn = async (): Promise<LoginByUnlock | null> => {
    if (!(await ownSettings().then(() => false, isRefusedLogin))) return null;
    // The session is remembered, like one after a login by an emailed link.
    await call(passkeyLogins.postAuthPasskey, { body: { credential, remember: true } }, limited);
    clearSessionToEnd();
    const { defaultProfileId: profileId, roles } = await ownSettings();
    return { is: 'loggedIn', session: { profileId, roles } };
  };
  return withSessionLock(logIn, { signal: limited.signal }).catch((error: unknown) =>
    isRefusedLogin(error) ? { is: 'refused' } : null,
  );
}

/** Call it once the vault is open. It does not remove the ended session first, because that would close the screens of other tabs. */
export function startSession(session: SessionRecord): void {
  // With the session, the server has removed its push endpoint and the choice to show NSFW pictures.
  storeEndpoint(null);
  showNsfw.set(false);
  storeSession(session);
}

const isRefusedLogin = (error: unknown): boolean => error instanceof Refused && error.status === 401;
