// Uses passkeys in the browser, and converts their bytes from and to base64url, in which the server sends and receives them.
import type { RequestOptions, UsedPasskey } from '#shared/contract/passkey-logins.ts';

/** Browsers have this interface on https and localhost only. */
export const arePasskeysSupported = (): boolean => 'PublicKeyCredential' in globalThis;

export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

export const toBase64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export const namedPasskey = ({ rawId }: PublicKeyCredential) => ({
  id: toBase64url(rawId),
  rawId: toBase64url(rawId),
  type: 'public-key' as const,
});

/** Throws a DOMException: NotAllowedError if the member declines or has no passkey, AbortError after `signal`. */
export async function requestPasskey(
  { challenge, ...options }: RequestOptions,
  signal: AbortSignal,
  mediation: 'optional' | 'conditional' = 'optional',
): Promise<UsedPasskey> {
  const used = (await navigator.credentials.get({
    publicKey: { ...options, challenge: fromBase64url(challenge) },
    signal,
    mediation,
  })) as PublicKeyCredential;
  return usedPasskey(used);
}

/** The part of the answer that the server verifies. Secrets that a passkey computes stay on the device. */
export function usedPasskey(used: PublicKeyCredential): UsedPasskey {
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response as AuthenticatorAssertionResponse;
  return {
    ...namedPasskey(used),
    response: {
      clientDataJSON: toBase64url(clientDataJSON),
      authenticatorData: toBase64url(authenticatorData),
      signature: toBase64url(signature),
      userHandle: userHandle && toBase64url(userHandle),
    },
  };
}
