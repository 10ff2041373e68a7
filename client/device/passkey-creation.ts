// Creates a passkey in the browser.
import type { CreatedPasskey, CreationOptions } from '#shared/contract/passkeys.ts';
import { fromBase64url, namedPasskey, toBase64url } from './passkey-use.ts';

/** Throws a DOMException: NotAllowedError if the member declines, InvalidStateError if the device already has one. */
export async function createPasskey({
  challenge,
  user,
  excludeCredentials,
  ...options
}: CreationOptions): Promise<CreatedPasskey> {
  const made = (await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: fromBase64url(challenge),
      user: { ...user, id: fromBase64url(user.id) },
      excludeCredentials: excludeCredentials.map(({ type, id }) => ({ type, id: fromBase64url(id) })),
      // The app lock needs this extension.
      extensions: { prf: {} },
    },
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    ...namedPasskey(made),
    response: {
      clientDataJSON: toBase64url(response.clientDataJSON),
      attestationObject: toBase64url(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}
