// Logs in with a passkey, by the button or by a suggestion in the email field.
import { t } from '#client/device/texts.ts';
import { passkeyLogins, type UsedPasskey } from '#shared/contract/passkey-logins.ts';
import { limits } from '#shared/rules/limits.ts';
import { arePasskeysSupported, requestPasskey } from '#client/device/passkey-use.ts';
import { call } from '#client/net/call.ts';
import { logInBy } from './log-in.ts';
import type { LoginOutcome } from './login-outcome.ts';

/** The current request. Browsers allow one at a time, and each has its own challenge. */
let pending: AbortController | null = null;
/** True while the member uses the button. A suggestion must not replace that request. */
let isButtonRequestOpen = false;

async function request(mediation: 'optional' | 'conditional'): Promise<UsedPasskey> {
  pending?.abort();
  const own = (pending = new AbortController());
  const options = await call(passkeyLogins.postAuthOptions, {}, { background: true, signal: own.signal });
  return requestPasskey(options, own.signal, mediation);
}

export async function logInWithPasskey(remember: boolean): Promise<LoginOutcome> {
  if (!arePasskeysSupported()) return refused(t('This browser can’t use passkeys here.'));
  let credential: UsedPasskey;
  isButtonRequestOpen = true;
  try {
    credential = await request('optional');
  } catch (error) {
    if (error instanceof DOMException)
      return refused(t('No passkey was used. You can log in with your password or an emailed link.'));
    return logInBy(() => Promise.reject(error));
  } finally {
    isButtonRequestOpen = false;
  }
  return finishPasskeyLogin(credential, remember);
}

export const finishPasskeyLogin = (credential: UsedPasskey, remember: boolean): Promise<LoginOutcome> =>
  logInBy(() => call(passkeyLogins.postAuthPasskey, { body: { credential, remember } }), {
    wrongText: t('That passkey doesn’t work here any more. Please log in with your password or an emailed link.'),
  });

const refused = (message: string): LoginOutcome => ({ is: 'refused', message });

/** Suggestions are requested again before their challenge expires. */
const renewMs = limits.passkeyChallengeMs * 0.8;

/** Suggests passkeys in the email field. Returns a function that stops. */
export function suggestPasskeys(onChosen: (credential: UsedPasskey) => void): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const suggest = (): void => {
    timer = setTimeout(suggest, renewMs);
    if (isButtonRequestOpen) return;
    request('conditional').then(
      (credential) => isOver || onChosen(credential),
      () => undefined,
    );
  };
  void PublicKeyCredential.isConditionalMediationAvailable?.().then((isAvailable) => isAvailable && !isOver && suggest());
  return () => {
    isOver = true;
    clearTimeout(timer);
    pending?.abort();
  };
}
