// The order in which a whole table is read page by page.
import type { RawBuilder } from 'kysely';

export type ScanKey = string | number;

/** A page has the rows whose key is greater than the last key of the page before, in the order of the key. */
export interface Scan {
  readonly key: RawBuilder<ScanKey>;
  /** Less than all keys. */
  readonly start: ScanKey;
}

export interface Page<R> {
  readonly rows: readonly R[];
  /** The last key of this page. Null if it is the last page. */
  readonly next: ScanKey | null;
}

/** `keyed` are the rows that were read, at most `size`. `rows` is what the page has of them. */
export const pageOf = <K extends { readonly key: ScanKey }, R>(
  keyed: readonly K[],
  size: number,
  rows: readonly R[],
): Page<R> => ({
  rows,
  next: keyed.length < size ? null : (keyed.at(-1)?.key ?? null),
});
