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
  /** The last key of this page. Null after the last page. */
  readonly next: ScanKey | null;
}

export const pageOf = <K extends { readonly key: ScanKey }, R>(
  keyed: readonly K[],
  size: number,
  rows: readonly R[],
): Page<R> => ({
  rows,
  next: keyed.length < size ? null : (keyed.at(-1)?.key ?? null),
});
