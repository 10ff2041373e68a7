// The app lock's cryptography: a random root key, wrapped by a key derived from the PIN or the passkey.
import type { Wrapped } from '#client/offline/database-schema.ts';
import type { DataKeys } from '#client/device/data-keys.ts';

/** 32 random bytes; only stored wrapped. */
export type Root = Uint8Array<ArrayBuffer>;
const rootBytes = 32;
const saltBytes = 16;
const ivBytes = 12;

/** OWASP's minimum for PBKDF2 with SHA-256; a fast device uses as many as take a second. */
const minIterations = 600_000;
const maxIterations = 20_000_000;
const probeIterations = 200_000;
const targetMs = 1_000;

export const newRoot = (): Root => crypto.getRandomValues(new Uint8Array(rootBytes));
export const newSalt = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(saltBytes));

/** Derives the data keys, which are not extractable. */
export async function keysOf(root: Root): Promise<DataKeys> {
  const base = await crypto.subtle.importKey('raw', root, 'HKDF', false, ['deriveKey']);
  const derive = (info: string, type: AesKeyGenParams | HmacKeyGenParams, usages: KeyUsage[]): Promise<CryptoKey> =>
    crypto.subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode(info) },
      base,
      type,
      false,
      usages,
    );
  const aes = { name: 'AES-GCM', length: 256 };
  const [values, names, nameIvs] = await Promise.all([
    derive('values', aes, ['encrypt', 'decrypt']),
    derive('names', aes, ['encrypt', 'decrypt']),
    derive('name ivs', { name: 'HMAC', hash: 'SHA-256', length: 256 }, ['sign']),
  ]);
  return { values, names, nameIvs };
}

/** About a second of work on this device. */
export async function pinKey(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  // Keyboards may encode the same character differently.
  const typed = new TextEncoder().encode(pin.normalize('NFKC'));
  const base = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

/** `secret` is the authenticator's PRF result for this lock. */
export async function passkeyKey(secret: ArrayBuffer): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode('app lock') },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

export async function wrap(root: Root, key: CryptoKey): Promise<Wrapped> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, root) };
}

/** Null if the key is wrong. */
export async function unwrap({ iv, data }: Wrapped, key: CryptoKey): Promise<Root | null> {
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data));
  } catch {
    return null;
  }
}

/** Measures the iterations that take about a second on this device. */
export async function tunedIterations(): Promise<number> {
  const startMs = performance.now();
  await pinKey('a measured PIN', newSalt(), probeIterations);
  return iterationsFor(performance.now() - startMs);
}

/** `probeMs` is the measured time of 200,000 iterations. */
export const iterationsFor = (probeMs: number): number =>
  Math.round(Math.min(maxIterations, Math.max(minIterations, (probeIterations * targetMs) / Math.max(1, probeMs))));
