// Gets the secret that opens the app lock from a passkey, even offline. The authenticator computes it from a salt.
import type { PasskeyWrappedKey } from '#client/offline/database-schema.ts';
import { fromBase64url } from '#client/device/passkey-use.ts';
import { newSalt } from './lock-keys.ts';

/** The authenticator does not support the PRF extension. */
export class PasskeyUnsupported extends Error {
  constructor() {
    super('This passkey cannot be used for the lock.');
  }
}

export type LockPasskey = Pick<PasskeyWrappedKey, 'credentialId' | 'salt' | 'rpId'>;

export const passkeyTimeoutMs = 120_000;

interface PasskeyUse {
  readonly credential: PublicKeyCredential;
  readonly secret: ArrayBuffer;
}

/** Asks the member to use the passkey. With a challenge of the server it can also log in. Rejects if they refuse. */
export const requestLockSecret = (
  { credentialId, ...passkey }: LockPasskey,
  challenge: string | null = null,
): Promise<PasskeyUse> => requestSecret([{ type: 'public-key', id: credentialId }], { ...passkey, challenge });

export async function requestSecret(
  allowCredentials: PublicKeyCredentialDescriptor[],
  { salt, rpId, challenge }: Pick<LockPasskey, 'salt' | 'rpId'> & { readonly challenge: string | null },
): Promise<PasskeyUse> {
  const credential = await navigator.credentials.get({
    publicKey: {
      challenge: challenge === null ? newSalt() : fromBase64url(challenge),
      rpId: rpId ?? location.hostname,
      allowCredentials,
      userVerification: 'required',
      extensions: { prf: { eval: { first: salt } } },
      timeout: passkeyTimeoutMs,
    },
  });
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyUnsupported();
  const secret = secretIn(credential);
  if (secret === null) throw new PasskeyUnsupported();
  return { credential, secret };
}

/** Null if the authenticator does not support PRF. For a new passkey also null if it computes the secret only at the first use. */
export function secretIn(credential: PublicKeyCredential): ArrayBuffer | null {
  const first = credential.getClientExtensionResults().prf?.results?.first;
  if (first === undefined) return null;
  return first instanceof ArrayBuffer ? first : new Uint8Array(first.buffer, first.byteOffset, first.byteLength).slice().buffer;
}
