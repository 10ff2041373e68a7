// Creates a passkey in the browser.
import type { CreatedPasskey, CreationOptions } from '#shared/contract/passkeys.ts';
import { bytesOf, namedPasskey, textOf } from './passkey-use.ts';

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
      challenge: bytesOf(challenge),
      user: { ...user, id: bytesOf(user.id) },
      excludeCredentials: excludeCredentials.map(({ type, id }) => ({ type, id: bytesOf(id) })),
      // The app lock needs this extension.
      extensions: { prf: {} },
    },
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    ...namedPasskey(made),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}
