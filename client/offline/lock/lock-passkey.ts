// Opens the app lock with a passkey, whose authenticator computes a secret from a salt, also offline.
import type { WrappedByPasskey } from '#client/offline/database-schema.ts';
import { bytesOf } from '#client/device/passkey-use.ts';
import type { AccountPasskeys } from './lock-login.ts';
import { newSalt } from './lock-keys.ts';

/** The authenticator does not support the PRF extension. */
export class PasskeyUnsupported extends Error {
  constructor() {
    super('This passkey can not be used for the lock.');
  }
}

/** This device has no passkey of the account, or the member refused. */
export class NoAccountPasskey extends Error {
  constructor(cause: unknown) {
    super('No passkey of the account was used.', { cause });
  }
}

type Passkey = Pick<WrappedByPasskey, 'credentialId' | 'salt' | 'rpId'>;

export interface NewPasskey extends Passkey {
  readonly secret: ArrayBuffer;
}

const waitMs = 120_000;

export const arePasskeysSupported = (): boolean => 'PublicKeyCredential' in globalThis;

/** Uses a passkey of the account if it has any and they compute secrets, else creates one. Rejects if the member refuses. */
export async function choosePasskey(account: AccountPasskeys | null): Promise<NewPasskey> {
  if (account === null) return createPasskey();
  try {
    return await chooseAccountPasskey(account);
  } catch (error) {
    if (error instanceof PasskeyUnsupported) return createPasskey();
    throw error instanceof DOMException ? new NoAccountPasskey(error) : error;
  }
}

async function chooseAccountPasskey({ credentialIds, options: { rpId, challenge } }: AccountPasskeys): Promise<NewPasskey> {
  const salt = newSalt();
  const { credential, secret } = await request(
    // On this device: a phone beside it needs a connection.
    credentialIds.map((id) => ({ type: 'public-key', id: bytesOf(id), transports: ['internal'] })),
    { salt, rpId, challenge },
  );
  return { credentialId: credential.rawId, salt, rpId, secret };
}

/** Creates a passkey for the lock alone, with a neutral name since others may see it. */
async function createPasskey(): Promise<NewPasskey> {
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
  const secret = secretIn(credential) ?? (await usePasskey({ credentialId, salt })).secret;
  return { credentialId, salt, secret };
}

interface PasskeyUse {
  readonly credential: PublicKeyCredential;
  readonly secret: ArrayBuffer;
}

/** Asks the member to use the passkey. Without the server's challenge it cannot log in. Rejects if they refuse. */
export const usePasskey = ({ credentialId, ...passkey }: Passkey, challenge: string | null = null): Promise<PasskeyUse> =>
  request([{ type: 'public-key', id: credentialId }], { ...passkey, challenge });

async function request(
  allowCredentials: PublicKeyCredentialDescriptor[],
  { salt, rpId, challenge }: Pick<Passkey, 'salt' | 'rpId'> & { readonly challenge: string | null },
): Promise<PasskeyUse> {
  const credential = await navigator.credentials.get({
    publicKey: {
      challenge: challenge === null ? newSalt() : bytesOf(challenge),
      rpId: rpId ?? location.hostname,
      allowCredentials,
      userVerification: 'required',
      extensions: { prf: { eval: { first: salt } } },
      timeout: waitMs,
    },
  });
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyUnsupported();
  const secret = secretIn(credential);
  if (secret === null) throw new PasskeyUnsupported();
  return { credential, secret };
}

function secretIn(credential: PublicKeyCredential): ArrayBuffer | null {
  const first = credential.getClientExtensionResults().prf?.results?.first;
  if (first === undefined) return null;
  return first instanceof ArrayBuffer ? first : new Uint8Array(first.buffer, first.byteOffset, first.byteLength).slice().buffer;
}
