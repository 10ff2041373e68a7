// A passkey of this host as a way to open the app lock: the authenticator computes a secret from a salt, with no server and no network.
import type { PasskeyWay } from '#client/offline/database-schema.ts';
import { newSalt } from './lock-keys.ts';

/** The authenticator knows passkeys, but none that computes secrets. */
export class NoSecrets extends Error {
  constructor() {
    super('This passkey can not be used for the lock.');
  }
}

export interface NewPasskey extends Pick<PasskeyWay, 'credentialId' | 'salt'> {
  readonly secret: ArrayBuffer;
}

const waitMs = 120_000;

export const arePasskeysThere = (): boolean => 'PublicKeyCredential' in globalThis;

/** Asks the member to create one. Its name is neutral: others may see the list of passkeys. Rejects when they refuse. */
export async function makePasskey(): Promise<NewPasskey> {
  const salt = newSalt();
  const credential = await navigator.credentials.create({
    publicKey: {
      // Nobody checks an answer: what counts is the secret.
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
  if (!(credential instanceof PublicKeyCredential)) throw new NoSecrets();
  const { rawId: credentialId } = credential;
  // Many tell the secret only when the passkey is used, not when it is made.
  const secret = secretIn(credential) ?? (await askPasskey({ credentialId, salt }));
  return { credentialId, salt, secret };
}

/** Asks the member to use it, and resolves to its secret. Rejects when they refuse. */
export async function askPasskey({ credentialId, salt }: Pick<PasskeyWay, 'credentialId' | 'salt'>): Promise<ArrayBuffer> {
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
  if (secret === null) throw new NoSecrets();
  return secret;
}

function secretIn(credential: PublicKeyCredential): ArrayBuffer | null {
  const first = credential.getClientExtensionResults().prf?.results?.first;
  if (first === undefined) return null;
  return first instanceof ArrayBuffer ? first : new Uint8Array(first.buffer, first.byteOffset, first.byteLength).slice().buffer;
}
