// The cryptography of the app lock: one random root that all keys come from, wrapped by a key that only the PIN or the passkey gives.
import type { Wrapped } from '#client/offline/database-schema.ts';
import type { DataKeys } from '#client/device/data-keys.ts';

/** 32 random bytes; only ever kept wrapped. */
export type Root = Uint8Array<ArrayBuffer>;
const rootBytes = 32;
const saltBytes = 16;
const ivBytes = 12;

/** What OWASP asks for with PBKDF2 and SHA-256 is the least; a fast device takes as many as fill a second. */
const iterationsLeast = 600_000;
const iterationsMost = 20_000_000;
const probeIterations = 200_000;
const wantedMs = 1_000;

export const newRoot = (): Root => crypto.getRandomValues(new Uint8Array(rootBytes));
export const newSalt = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(saltBytes));

/** The keys that a page works with. None of them can be exported. */
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
  // Different keyboards write the same sign in different ways.
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

/** `secret` is what the authenticator computes for this lock alone. */
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

/** Null where it is not the key that it was wrapped with. */
export async function unwrap({ iv, data }: Wrapped, key: CryptoKey): Promise<Root | null> {
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data));
  } catch {
    return null;
  }
}

/** How many rounds make about a second on this device, measured. */
export async function tunedIterations(): Promise<number> {
  const startMs = performance.now();
  await pinKey('a measured PIN', newSalt(), probeIterations);
  return iterationsFor(performance.now() - startMs);
}

/** `probeMs` is how long 200,000 rounds took. */
export const iterationsFor = (probeMs: number): number =>
  Math.round(Math.min(iterationsMost, Math.max(iterationsLeast, (probeIterations * wantedMs) / Math.max(1, probeMs))));
