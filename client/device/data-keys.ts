// The app lock's encryption keys, in this page's memory only; null while locked or without a lock.

/** Not extractable: a page can pass them to another tab, but not store them. */
export interface DataKeys {
  /** AES-GCM, for stored values. */
  readonly values: CryptoKey;
  /** AES-GCM, for their keys in the database. */
  readonly names: CryptoKey;
  /** HMAC: derives the same IV for the same name, so that a sealed name can be looked up. */
  readonly nameIvs: CryptoKey;
}

let current: DataKeys | null = null;

export const currentDataKeys = (): DataKeys | null => current;

export function setDataKeys(keys: DataKeys | null): void {
  current = keys;
}
