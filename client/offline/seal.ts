// Seals all content on its way into the device database while an app lock is set, and opens it on its way out.
import { currentDataKeys, type DataKeys } from '#client/device/data-keys.ts';

declare const content: unique symbol;

/** Content as it is stored in the database: plain if no lock is set. Order and times stay readable beside it. */
export interface Sealed<T> {
  readonly [content]: T;
}

/** Sealed content was read while the app is locked, or by the worker, which never has the keys. */
class Locked extends Error {
  constructor() {
    super('The app is locked.');
  }
}

interface Cipher {
  /** Never the same twice under one key. */
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
  /** The sealed content is raw bytes, not JSON. */
  readonly isBytes?: true;
}

const ivBytes = 12;
/** No id and no query key begins with it. */
const sealedNameMark = '~';
const known = new WeakMap<DataKeys, Map<string, string>>();

/** Takes what JSON can hold, or an ArrayBuffer. Never called inside a database transaction: a transaction ends while something else is awaited. */
export async function seal<T>(value: T, keys: DataKeys | null = currentDataKeys()): Promise<Sealed<T>> {
  if (keys === null) return value as unknown as Sealed<T>;
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const isBytes = value instanceof ArrayBuffer;
  const plain = isBytes ? value : bytesOf(JSON.stringify(value));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, keys.values, plain);
  return (isBytes ? { iv, data, isBytes } : { iv, data }) satisfies Cipher as unknown as Sealed<T>;
}

/** Rejects with Locked where the keys are not at hand. */
export async function unseal<T>(value: Sealed<T>, keys: DataKeys | null = currentDataKeys()): Promise<T> {
  if (!isCipher(value)) return value as unknown as T;
  if (keys === null) throw new Locked();
  const { iv, data, isBytes } = value;
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, keys.values, data);
  // `T` is the type it was sealed with.
  return isBytes ? (plain as T) : JSON.parse(new TextDecoder().decode(plain));
}

/** Seals a key of the database: the ids of members and conversations disclose as much as texts. */
export async function sealName(name: string, keys: DataKeys | null = currentDataKeys()): Promise<string> {
  if (keys === null) return name;
  const names = known.get(keys) ?? new Map<string, string>();
  known.set(keys, names);
  const before = names.get(name);
  if (before !== undefined) return before;
  const digest = await crypto.subtle.sign('HMAC', keys.nameIvs, bytesOf(name));
  const iv = new Uint8Array(digest.slice(0, ivBytes));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, keys.names, bytesOf(name));
  const sealed = sealedNameMark + textOf([...iv, ...new Uint8Array(data)]);
  names.set(name, sealed);
  return sealed;
}

/** Rejects with Locked where the keys are not at hand. */
export async function unsealName(name: string, keys: DataKeys | null = currentDataKeys()): Promise<string> {
  if (!name.startsWith(sealedNameMark)) return name;
  if (keys === null) throw new Locked();
  const bytes = Uint8Array.from(atob(name.slice(sealedNameMark.length)), (sign) => sign.charCodeAt(0));
  const iv = bytes.slice(0, ivBytes);
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, keys.names, bytes.slice(ivBytes)));
}

/** No value of JSON holds bytes. */
const isCipher = (value: unknown): value is Cipher =>
  typeof value === 'object' && value !== null && Reflect.get(value, 'iv') instanceof Uint8Array;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const textOf = (bytes: readonly number[]): string => btoa(String.fromCharCode(...bytes));
