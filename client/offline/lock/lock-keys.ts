// The cryptography of the app lock. A key derived from the PIN or the passkey wraps the root of the data keys.
import type { WrappedKey } from '#client/offline/database-schema.ts';
import type { Root } from '#client/offline/root-keys.ts';

const saltBytes = 16;
const ivBytes = 12;

/** OWASP's minimum for PBKDF2 with SHA-256. On a fast device more iterations are used, so that they take a second. */
const minIterations = 600_000;
const maxIterations = 20_000_000;
const probeIterations = 200_000;
const targetMs = 1_000;

/** The content of a lock's key file. Empty for a lock without one. */
export type FileSecret = Uint8Array<ArrayBuffer>;

export const newSalt = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(saltBytes));

/**
 * Derives the key from the PIN, which takes a second or more with the iterations of this device. The secret is part of the salt, so
 * once its file is erased, no PIN opens what was wrapped.
 */
export async function pinKey(
  pin: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
  secret: FileSecret,
): Promise<CryptoKey> {
  // Keyboards may encode the same character differently.
  const typed = new TextEncoder().encode(pin.normalize('NFKC'));
  const base = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt: Uint8Array.from([...salt, ...secret]), iterations },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

/** `result` is the authenticator's PRF result for this lock. */
export async function passkeyKey(result: ArrayBuffer, secret: FileSecret): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', result, 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: secret, info: new TextEncoder().encode('app lock') },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

export async function wrap(root: Root, key: CryptoKey): Promise<WrappedKey> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, root) };
}

/** Null if the key is wrong. */
export async function unwrap({ iv, data }: WrappedKey, key: CryptoKey): Promise<Root | null> {
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data));
  } catch {
    return null;
  }
}

/** Measures how many iterations take about a second on this device. Returns at least OWASP's minimum. */
export async function tunedIterations(): Promise<number> {
  const startMs = performance.now();
  await pinKey('a measured PIN', newSalt(), probeIterations, new Uint8Array());
  return iterationsFor(performance.now() - startMs);
}

/** `probeMs` is the measured time of 200,000 iterations. */
export const iterationsFor = (probeMs: number): number =>
  Math.round(Math.min(maxIterations, Math.max(minIterations, (probeIterations * targetMs) / Math.max(1, probeMs))));
