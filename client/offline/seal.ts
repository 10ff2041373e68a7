// Encrypts the data on this device, and the names under which it is stored.
import { currentDataKeys, type DataKeys } from '#client/device/data-keys.ts';

declare const content: unique symbol;

/** Encrypted content. The other fields of a row are not encrypted, except names (see `sealName`). */
export interface Sealed<T> {
  readonly [content]: T;
}

/** Thrown if content is encrypted or read without keys: on a locked page, or after a logout. */
export class Locked extends Error {
  constructor() {
    super('The app is locked.');
  }
}

interface Cipher {
  /** Never used twice with the same key. */
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
  /** The content is bytes and not JSON. */
  readonly isBytes?: true;
}

const ivBytes = 12;
/** No id and no query key starts with it. */
const sealedNameMark = '~';
const sealedNames = new WeakMap<DataKeys, Map<string, string>>();

/** Browsers encrypt only on secure origins. On others the content is stored as it is. */
export const canSeal = (): boolean => globalThis.isSecureContext === true;

/**
 * Encrypts a JSON value or an ArrayBuffer. Without keys it rejects with Locked if the browser can encrypt. Do not call it inside a
 * transaction, which would end.
 */
export async function seal<T>(value: T, keys: DataKeys | null = currentDataKeys()): Promise<Sealed<T>> {
  if (keys === null && canSeal()) throw new Locked();
  if (keys === null) return value as unknown as Sealed<T>;
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const isBytes = value instanceof ArrayBuffer;
  const plain = isBytes ? value : bytesOf(JSON.stringify(value));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, keys.values, plain);
  return (isBytes ? { iv, data, isBytes } : { iv, data }) satisfies Cipher as unknown as Sealed<T>;
}

/** Rejects with Locked without the keys. */
export async function unseal<T>(value: Sealed<T>, keys: DataKeys | null = currentDataKeys()): Promise<T> {
  if (!isCipher(value)) return value as unknown as T;
  if (keys === null) throw new Locked();
  const { iv, data, isBytes } = value;
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, keys.values, data);
  // The cast is safe, because a T was encrypted.
  return isBytes ? (plain as T) : JSON.parse(new TextDecoder().decode(plain));
}

/** Rejects without keys. The result starts with the initialisation vector. */
export async function sealBytes(bytes: ArrayBuffer): Promise<Blob> {
  const keys = currentDataKeys();
  if (keys === null) throw new Locked();
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  return new Blob([iv, await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, keys.values, bytes)]);
}

/** Rejects without the keys with which the bytes were encrypted. */
export async function unsealBytes(sealed: ArrayBuffer): Promise<ArrayBuffer> {
  const keys = currentDataKeys();
  if (keys === null) throw new Locked();
  const [iv, data] = [new Uint8Array(sealed, 0, ivBytes), new Uint8Array(sealed, ivBytes)];
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv }, keys.values, data);
}

/**
 * Encrypts a key of the database, because ids disclose conversations. Without keys the name stays as it is. The database has such names
 * only if the browser cannot encrypt.
 */
export async function sealName(name: string, keys: DataKeys | null = currentDataKeys()): Promise<string> {
  if (keys === null) return name;
  const names = sealedNames.get(keys) ?? new Map<string, string>();
  sealedNames.set(keys, names);
  const before = names.get(name);
  if (before !== undefined) return before;
  const digest = await crypto.subtle.sign('HMAC', keys.nameIvs, bytesOf(name));
  const iv = new Uint8Array(digest.slice(0, ivBytes));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, keys.names, bytesOf(name));
  const sealed = sealedNameMark + textOf([...iv, ...new Uint8Array(data)]);
  names.set(name, sealed);
  return sealed;
}

export const isSealedName = (name: string): boolean => name.startsWith(sealedNameMark);

/** Rejects with Locked without the keys. */
export async function unsealName(name: string, keys: DataKeys | null = currentDataKeys()): Promise<string> {
  if (!isSealedName(name)) return name;
  if (keys === null) throw new Locked();
  const bytes = Uint8Array.from(atob(name.slice(sealedNameMark.length)), (sign) => sign.charCodeAt(0));
  const iv = bytes.slice(0, ivBytes);
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, keys.names, bytes.slice(ivBytes)));
}

/** A JSON value contains no bytes. */
const isCipher = (value: unknown): value is Cipher =>
  typeof value === 'object' && value !== null && Reflect.get(value, 'iv') instanceof Uint8Array;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const textOf = (bytes: readonly number[]): string => btoa(String.fromCharCode(...bytes));
