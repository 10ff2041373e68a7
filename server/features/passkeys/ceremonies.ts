// Verifies replies of authenticators: the creation of a passkey, and the use of one.
import { hostNameOf } from '#manifest/index.ts';
import type { UsedPasskey } from '#shared/contract/passkey-logins.ts';
import type { CreatedPasskey } from '#shared/contract/passkeys.ts';
import type { RequestOrigin } from '#server/features/session/request-origin.ts';

/** COSE numbers of EdDSA, ES256 and RS256. */
export const algorithms = [-8, -7, -257];

/** Loads the library only for the first ceremony, because it takes time and memory. */
const library = () => import('@simplewebauthn/server');

/**
 * The host for which passkeys are created. Those of the brand's canonical host and of its subdomains, such as www, work on all of
 * these, and those of another host only there.
 */
export function rpIdOf({ brand: { canonicalHost }, host }: RequestOrigin): string {
  const name = hostNameOf(host) ?? host;
  return name.endsWith(`.${canonicalHost}`) ? canonicalHost : name;
}

export interface NewCredential {
  readonly id: string;
  readonly publicKey: string;
  readonly counter: number;
}

/** Null if the reply is for another challenge or site, or the user was not verified. */
export async function verifyCreated(
  { id, rawId, type, response }: CreatedPasskey,
  challenge: string,
  requestedFrom: RequestOrigin,
): Promise<NewCredential | null> {
  const { verifyRegistrationResponse } = await library();
  const { clientDataJSON, attestationObject } = response;
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: requestedFrom.origin,
    expectedRPID: rpIdOf(requestedFrom),
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined }));
  if (registrationInfo === undefined) return null;
  const { credential } = registrationInfo;
  return { id: credential.id, publicKey: Buffer.from(credential.publicKey).toString('base64url'), counter: credential.counter };
}

interface StoredKey {
  readonly credential_id: string;
  readonly public_key: string;
}

/**
 * Returns the authenticator's counter. Null if the user was not verified, or the signature is not by this key, for this challenge and
 * for this site.
 */
export async function verifyUsed(
  { id, rawId, type, response }: UsedPasskey,
  stored: StoredKey,
  challenge: string,
  requestedFrom: RequestOrigin,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  const { clientDataJSON, authenticatorData, signature } = response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId, type, response: { clientDataJSON, authenticatorData, signature }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: requestedFrom.origin,
      expectedRPID: rpIdOf(requestedFrom),
      // Counter 0, because the library would otherwise refuse a counter that goes back.
      credential: {
        id: stored.credential_id,
        publicKey: new Uint8Array(Buffer.from(stored.public_key, 'base64url')),
        counter: 0,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
