// Lets tests read and change the data that the app stores on a device, with the key of an unlocked device.
import type { Page } from 'playwright-core';

export interface KeptData {
  /** The entries of local storage and of the vault that replaces it. */
  readonly entries: Readonly<Record<string, unknown>>;
  /** The rows of each store of the device database. */
  readonly stores: Readonly<Record<string, readonly unknown[]>>;
  /** The addresses of the pictures and tiles in Cache Storage. */
  readonly addresses: readonly string[];
}

declare global {
  /** These functions are set in each page. While an app lock is set, sealed data stays sealed. */
  function keptData(): Promise<KeptData>;
  /** Changes an entry in all open pages, as another tab would. */
  function keepEntry(key: string, value: unknown): void;
  function sealedRow(row: Record<string, unknown>, fields: SealedFields): Promise<Record<string, unknown>>;
}

/** Returns source text that sets these functions, to run in each page before its own scripts. */
export const keptDataScript = (): string =>
  `Object.assign(globalThis, { keptData: ${keptData}, keepEntry: ${keepEntry}, sealedRow: ${sealedRow} });`;

function keepEntry(key: string, value: unknown): void {
  const channel = new BroadcastChannel('vault');
  channel.postMessage({ key, value });
  channel.close();
}

/** Runs in a page, so it uses nothing else of this module. */
export async function keptData(): Promise<KeptData> {
  const parsed = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
  const answered = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  const entries = Object.fromEntries(Object.entries({ ...localStorage }).map(([key, text]) => [key, parsed(text)]));
  const stores: Record<string, unknown[]> = {};
  const meta: Record<string, unknown> = {};
  const opening = indexedDB.open('member');
  // This must not create the database, which may just have been deleted.
  opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
  const database = await answered(opening).catch(() => null);
  if (database !== null) {
    const reading = database.transaction([...database.objectStoreNames]);
    for (const store of database.objectStoreNames) stores[store] = await answered(reading.objectStore(store).getAll());
    const keys = await answered(reading.objectStore('meta').getAllKeys());
    keys.forEach((key, n) => (meta[String(key)] = stores.meta?.[n]));
    database.close();
  }

  const fileRoot = async (): Promise<Uint8Array<ArrayBuffer> | null> => {
    try {
      const file = await (await navigator.storage.getDirectory()).getFileHandle('device-key');
      return new Uint8Array(await (await file.getFile()).arrayBuffer());
    } catch {
      return null;
    }
  };
  const root = meta.root instanceof Uint8Array ? Uint8Array.from(meta.root) : await fileRoot();
  const derived = async (info: string): Promise<CryptoKey> => {
    const base = await crypto.subtle.importKey('raw', root ?? new Uint8Array(32), 'HKDF', false, ['deriveKey']);
    const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode(info) };
    return crypto.subtle.deriveKey(hkdf, base, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
  };
  const [values, names] = [await derived('values'), await derived('names')];
  const opened = (key: CryptoKey, iv: Uint8Array<ArrayBuffer>, data: BufferSource) =>
    crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data);
  const text = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes);

  async function unsealed(value: unknown): Promise<unknown> {
    if (typeof value === 'string' && value.startsWith('~')) {
      const bytes = Uint8Array.from(atob(value.slice(1)), (sign) => sign.charCodeAt(0));
      return opened(names, bytes.slice(0, 12), bytes.slice(12)).then(text, () => value);
    }
    if (Array.isArray(value)) return Promise.all(value.map(unsealed));
    if (typeof value !== 'object' || value === null || value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value;
    const { iv, data, isBytes } = value as { iv?: Uint8Array<ArrayBuffer>; data?: ArrayBuffer; isBytes?: true };
    if (iv instanceof Uint8Array && data !== undefined) {
      const bytes = await opened(values, iv, data).catch(() => null);
      return bytes === null ? value : isBytes ? bytes : parsed(text(bytes));
    }
    const fields = await Promise.all(Object.entries(value).map(async ([key, field]) => [key, await unsealed(field)]));
    return Object.fromEntries(fields);
  }

  const addresses: unknown[] = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) {
      const { pathname, search } = new URL(url);
      if (!pathname.startsWith('/sealed/')) continue;
      const parts = [pathname.slice('/sealed/'.length), search.slice(1)].map(decodeURIComponent);
      addresses.push((await Promise.all(parts.map(unsealed))).join(''));
    }
  const vault = Object((await unsealed(meta.vault)) ?? {});
  return {
    entries: { ...entries, ...('iv' in vault ? {} : vault) },
    stores: (await unsealed(stores)) as KeptData['stores'],
    addresses: addresses.map(String),
  };
}

/** The fields to seal: `names` are sealed as names, and `content` as a value. */
type SealedFields = { readonly names: readonly string[]; readonly content: string };

/** Returns a row as the app would store it. It runs in a page, so it uses nothing else of this module. */
async function sealedRow(row: Record<string, unknown>, { names, content }: SealedFields): Promise<Record<string, unknown>> {
  const file = await (await navigator.storage.getDirectory()).getFileHandle('device-key');
  const root = await (await file.getFile()).arrayBuffer();
  const base = await crypto.subtle.importKey('raw', root, 'HKDF', false, ['deriveKey']);
  const bytesOf = (text: unknown) => new TextEncoder().encode(String(text));
  const derived = (info: string, type: AesKeyGenParams | HmacKeyGenParams, usage: KeyUsage): Promise<CryptoKey> => {
    const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytesOf(info) };
    return crypto.subtle.deriveKey(hkdf, base, type, false, [usage]);
  };
  const aes = { name: 'AES-GCM', length: 256 };
  const ivKey = await derived('name ivs', { name: 'HMAC', hash: 'SHA-256', length: 256 }, 'sign');
  const nameKey = await derived('names', aes, 'encrypt');
  const sealed = { ...row };
  for (const field of names) {
    const iv = new Uint8Array(await crypto.subtle.sign('HMAC', ivKey, bytesOf(row[field]))).slice(0, 12);
    const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, nameKey, bytesOf(row[field]));
    sealed[field] = `~${btoa(String.fromCharCode(...iv, ...new Uint8Array(data)))}`;
  }
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const valueKey = await derived('values', aes, 'encrypt');
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, valueKey, bytesOf(JSON.stringify(row[content])));
  return { ...sealed, [content]: { iv, data } };
}

/** Returns an entry of local storage or of the vault that replaces it, or null if it is missing. */
export const keptEntry = <T = unknown>(page: Page, key: string): Promise<T | null> =>
  // The app has stored a T under this key.
  page.evaluate(async (key) => ((await globalThis.keptData()).entries[key] ?? null) as T | null, key);

/** Returns the rows of a store of the device database. */
export const keptRows = <T = unknown>(page: Page, store: string): Promise<readonly T[]> =>
  page.evaluate(async (store) => ((await globalThis.keptData()).stores[store] ?? []) as T[], store);

export const keptText = (page: Page): Promise<string> => page.evaluate(async () => JSON.stringify(await globalThis.keptData()));
