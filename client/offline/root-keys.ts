// Derives the data keys from a root, which consists of 32 random bytes.
import type { DataKeys } from '#client/device/data-keys.ts';

export type Root = Uint8Array<ArrayBuffer>;
const rootBytes = 32;
const proofBits = 256;

export const newRoot = (): Root => crypto.getRandomValues(new Uint8Array(rootBytes));

/** The data keys, which cannot be extracted, and the proof of an open app lock. */
export async function keysOf(root: Root): Promise<DataKeys & { readonly proof: string }> {
  const base = await crypto.subtle.importKey('raw', root, 'HKDF', false, ['deriveKey', 'deriveBits']);
  const hkdf = (info: string): HkdfParams => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: new TextEncoder().encode(info),
  });
  const derive = (info: string, type: AesKeyGenParams | HmacKeyGenParams, usages: KeyUsage[]): Promise<CryptoKey> =>
    crypto.subtle.deriveKey(hkdf(info), base, type, false, usages);
  const aes = { name: 'AES-GCM', length: 256 };
  const [values, names, nameIvs, proof] = await Promise.all([
    derive('values', aes, ['encrypt', 'decrypt']),
    derive('names', aes, ['encrypt', 'decrypt']),
    derive('name ivs', { name: 'HMAC', hash: 'SHA-256', length: 256 }, ['sign']),
    crypto.subtle.deriveBits(hkdf('server proof'), base, proofBits),
  ]);
  return { values, names, nameIvs, proof: hexOf(proof) };
}

/** The keys of a device without an app lock, which have no proof. */
export const unlockedKeysOf = async (root: Root): Promise<DataKeys> => ({ ...(await keysOf(root)), proof: null });

export const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
