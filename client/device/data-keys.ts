// The keys that encrypt the data on this device, in memory only. Null for a visitor, and while the app is locked.
import { lockProofHeader } from '#shared/rules/lock-proof.ts';

/** The keys are not extractable: a page can pass them to another tab, but cannot read their bytes. */
export interface DataKeys {
  /** AES-GCM key for stored values. */
  readonly values: CryptoKey;
  /** AES-GCM key for the names under which the database stores values. */
  readonly names: CryptoKey;
  /** HMAC key. The same name always gets the same IV, so that an encrypted name can be looked up. */
  readonly nameIvs: CryptoKey;
  /** Proves to the server that the app lock is open. Null without a lock. */
  readonly proof: string | null;
}

let current: DataKeys | null = null;

export const currentDataKeys = (): DataKeys | null => current;

export function setDataKeys(keys: DataKeys | null): void {
  current = keys;
}

/** The header that every call needs if there is an app lock. */
export const proofHeader = (): Record<string, string> => (current?.proof == null ? {} : { [lockProofHeader]: current.proof });
