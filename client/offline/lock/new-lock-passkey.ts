// Chooses the passkey for a new app lock: one of the account, or a new one that only opens the lock.
import { t } from '#client/device/texts.ts';
import { passkeyLogins, type RequestOptions } from '#shared/contract/passkey-logins.ts';
import { passkeys } from '#shared/contract/passkeys.ts';
import { fromBase64url } from '#client/device/passkey-use.ts';
import { call } from '#client/net/call.ts';
import { newSalt } from './lock-keys.ts';
import {
  PasskeyUnsupported,
  requestSecret,
  secretIn,
  requestLockSecret,
  passkeyTimeoutMs,
  type LockPasskey,
} from './lock-passkey.ts';

/** This device has no passkey of the account, or the member refused. */
export class NoAccountPasskey extends Error {
  constructor(cause: unknown) {
    super('No passkey of the account was used.', { cause });
  }
}

interface NewPasskey extends LockPasskey {
  readonly secret: ArrayBuffer;
}

interface AccountPasskeys {
  readonly credentialIds: readonly string[];
  readonly options: RequestOptions;
}

const timeoutMs = 5_000;

/**
 * 'account': a passkey of the account; a new one that only opens the lock if the account has none for this site or it computes no secrets.
 * 'lock only': a new one that only opens the lock.
 */
export type PasskeyChoice = 'account' | 'lock only';

/** Rejects if the member refuses, with NoAccountPasskey if that was a passkey of the account, or with PasskeyUnsupported. */
export async function choosePasskey(choice: PasskeyChoice): Promise<NewPasskey> {
  const account = choice === 'account' ? await accountPasskeys() : null;
  if (account === null) return createPasskey();
  try {
    return await chooseAccountPasskey(account);
  } catch (error) {
    if (error instanceof PasskeyUnsupported) return createPasskey();
    throw error instanceof DOMException ? new NoAccountPasskey(error) : error;
  }
}

/** Null without a connection, and if the account has no passkeys for this site. */
async function accountPasskeys(): Promise<AccountPasskeys | null> {
  const limited = { background: true, signal: AbortSignal.timeout(timeoutMs) };
  try {
    const listed = await call(passkeys.getPasskeys, {}, limited);
    const credentialIds = listed.filter(({ isForThisSite }) => isForThisSite).map(({ credentialId }) => credentialId);
    if (credentialIds.length === 0) return null;
    return { credentialIds, options: await call(passkeyLogins.postAuthOptions, {}, limited) };
  } catch {
    return null;
  }
}

async function chooseAccountPasskey({ credentialIds, options: { rpId, challenge } }: AccountPasskeys): Promise<NewPasskey> {
  const salt = newSalt();
  const { credential, secret } = await requestSecret(
    // Only passkeys on this device, because one on a phone needs a connection.
    credentialIds.map((id) => ({ type: 'public-key', id: fromBase64url(id), transports: ['internal'] })),
    { salt, rpId, challenge },
  );
  return { credentialId: credential.rawId, salt, rpId, secret };
}

/** Creates a passkey that only opens the lock. Its name is neutral, because others may see it. */
async function createPasskey(): Promise<NewPasskey> {
  const name = t('App lock');
  const salt = newSalt();
  const credential = await navigator.credentials.create({
    publicKey: {
      // Nobody verifies the challenge, because only the secret is used.
      challenge: newSalt(),
      rp: { name },
      user: { id: newSalt(), name, displayName: name },
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
      extensions: { prf: { eval: { first: salt } } },
      timeout: passkeyTimeoutMs,
    },
  });
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyUnsupported();
  const { rawId: credentialId } = credential;
  // Many authenticators return the secret only when the passkey is used.
  const secret = secretIn(credential) ?? (await requestLockSecret({ credentialId, salt })).secret;
  return { credentialId, salt, secret };
}
