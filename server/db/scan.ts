// The order in which a whole table is read in pages.
import type { RawBuilder } from 'kysely';

export type ScanKey = string | number;

/** A page has the rows whose key is greater than the last one of the page before, ordered by the key. */
export interface Scan {
  readonly key: RawBuilder<ScanKey>;
  /** Less than every key. */
  readonly start: ScanKey;
}

export interface Page<R> {
  readonly rows: readonly R[];
  /** The key after which the next page begins; null after the last page. */
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
