// Types and helpers for the member data map, which member-data.ts describes.
import type { PlainServerText } from '#server/texts/translators.ts';
import type { FieldName } from './archive-labels.ts';

export type AnyRow = Readonly<Record<string, unknown>>;

/** The values by which columns identify a member. */
export interface MemberIds {
  readonly accountId: string;
  readonly profileId: string;
  /** Null only for an account without an address. Test users have one, too. */
  readonly email: string | null;
}

/** An archived column with its name in the archive. */
interface Field {
  readonly as: FieldName;
  readonly read: (stored: unknown) => unknown;
}

interface Excluded {
  /** Why the column is not in the archive. */
  readonly excluded: string;
}

export interface ArchivedRows<Row> {
  /** The name of the file in the archive, without its extension. */
  readonly file: string;
  /** The heading in the overview. */
  readonly title: PlainServerText;
  /** The rows in which this column identifies the member are in the archive. */
  readonly of: keyof Row & string;
  /** The columns to sort by. Together they are unique among a member's rows. */
  readonly order: readonly (keyof Row & string)[];
  /** Another member whom the row is about. Their name is added as `as`. Rows about a member who blocks this one are left out. */
  readonly other?: {
    readonly column: keyof Row & string;
    readonly as: FieldName;
    /** For rows with texts that the member wrote: the row is kept, and only the name is left out. */
    readonly keepsUnnamed?: true;
  };
  readonly fields: { readonly [Column in keyof Row]-?: Field | Excluded };
}

export interface MemberTable<Row> {
  /** Rows in which one of these columns identifies the member are deleted with the account. */
  readonly deletedBy: { readonly [Column in keyof Row]?: keyof MemberIds };
  /** Other columns that identify a member, in rows that `deletedBy` already deletes. */
  readonly alsoNamedIn?: readonly (keyof Row & string)[];
  /** Columns that still identify the member in rows that are not deleted, with the reason. */
  readonly retainedBy?: { readonly [Column in keyof Row]?: string };
  readonly archive: ArchivedRows<Row> | Excluded;
}

export const text = (as: FieldName): Field => ({ as, read: (stored) => stored });
export const time = (as: FieldName): Field => ({
  as,
  read: (stored) => (stored === null ? null : new Date(Number(stored)).toISOString()),
});
export const flag = (as: FieldName): Field => ({ as, read: (stored) => stored === 1 });
export const json = (as: FieldName): Field => ({ as, read: (stored) => JSON.parse(String(stored)) as unknown });
export const excluded = (why: string): Excluded => ({ excluded: why });

export const own = excluded('the archive’s owner');
export const internal = excluded('an internal value without meaning for the member');
export const secret = excluded('a secret');
