// The encryption keys of the app lock, in the memory of this page only: none while it is locked, or when no lock is set.

/** None of them can be exported: what a page holds can be handed to another tab of the browser, and written nowhere. */
export interface DataKeys {
  /** AES-GCM, for what is kept. */
  readonly values: CryptoKey;
  /** AES-GCM, for the names it is kept under. */
  readonly names: CryptoKey;
  /** HMAC: the same name is sealed the same way each time, so that it can be found again. */
  readonly nameIvs: CryptoKey;
}

let held: DataKeys | null = null;

export const heldKeys = (): DataKeys | null => held;

export function holdKeys(keys: DataKeys | null): void {
  held = keys;
}
