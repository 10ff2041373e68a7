// Opens the app lock with a passkey, whose authenticator computes a secret from a salt, also offline.
import type { WrappedByPasskey } from '#client/offline/database-schema.ts';
import { newSalt } from './lock-keys.ts';

/** The authenticator does not support the PRF extension. */
export class PasskeyUnsupported extends Error {
  constructor() {
    super('This passkey can not be used for the lock.');
  }
}

export interface NewPasskey extends Pick<WrappedByPasskey, 'credentialId' | 'salt'> {
  readonly secret: ArrayBuffer;
}

const waitMs = 120_000;

export const arePasskeysSupported = (): boolean => 'PublicKeyCredential' in globalThis;

/** Asks the member to create a passkey, with a neutral name since others may see it. Rejects if they refuse. */
export async function createPasskey(): Promise<NewPasskey> {
  const salt = newSalt();
  const credential = await navigator.credentials.create({
    publicKey: {
      // The challenge is not verified: only the secret is used.
      challenge: newSalt(),
      rp: { name: 'App lock' },
      user: { id: newSalt(), name: 'App lock', displayName: 'App lock' },
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
      extensions: { prf: { eval: { first: salt } } },
      timeout: waitMs,
    },
  });
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyUnsupported();
  const { rawId: credentialId } = credential;
  // Many authenticators return the secret only when the passkey is used.
  const secret = secretIn(credential) ?? (await requestPasskeySecret({ credentialId, salt }));
  return { credentialId, salt, secret };
}

/** Asks the member to use the passkey, and resolves to its secret. Rejects if they refuse. */
export async function requestPasskeySecret({
  credentialId,
  salt,
}: Pick<WrappedByPasskey, 'credentialId' | 'salt'>): Promise<ArrayBuffer> {
  const credential = await navigator.credentials.get({
    publicKey: {
      challenge: newSalt(),
      allowCredentials: [{ type: 'public-key', id: credentialId }],
      userVerification: 'required',
      extensions: { prf: { eval: { first: salt } } },
      timeout: waitMs,
    },
  });
  const secret = credential instanceof PublicKeyCredential ? secretIn(credential) : null;
  if (secret === null) throw new PasskeyUnsupported();
  return secret;
}

function secretIn(credential: PublicKeyCredential): ArrayBuffer | null {
  const first = credential.getClientExtensionResults().prf?.results?.first;
  if (first === undefined) return null;
  return first instanceof ArrayBuffer ? first : new Uint8Array(first.buffer, first.byteOffset, first.byteLength).slice().buffer;
}
