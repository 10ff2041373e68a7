// The keys that seal what this device keeps, in memory only; null for a visitor and while the app lock is locked.
import { lockProofHeader } from '#shared/rules/lock-proof.ts';

/** Not extractable: a page can pass them to another tab, but not store them. */
export interface DataKeys {
  /** AES-GCM, for stored values. */
  readonly values: CryptoKey;
  /** AES-GCM, for their keys in the database. */
  readonly names: CryptoKey;
  /** HMAC: derives the same IV for the same name, so that a sealed name can be looked up. */
  readonly nameIvs: CryptoKey;
  /** Shows the server that the app lock is open; null without a lock. */
  readonly proof: string | null;
}

let current: DataKeys | null = null;

export const currentDataKeys = (): DataKeys | null => current;

export function setDataKeys(keys: DataKeys | null): void {
  current = keys;
}

/** The header that every call needs while a lock is set. */
export const proofHeader = (): Record<string, string> => (current?.proof == null ? {} : { [lockProofHeader]: current.proof });
