// Types and helpers of the member data map.

export type AnyRow = Readonly<Record<string, unknown>>;

/** The values that identify a member in columns. */
export interface MemberIds {
  readonly accountId: string;
  readonly profileId: string;
  /** Null for test users. */
  readonly email: string | null;
}

/** An archived column with its name in the archive. */
interface Field {
  readonly as: string;
  readonly read: (stored: unknown) => unknown;
}

interface Excluded {
  /** The reason. */
  readonly excluded: string;
}

export interface ArchivedRows<Row> {
  /** The file's name without its extension. */
  readonly file: string;
  /** The heading in the overview. */
  readonly title: string;
  /** Rows in which this column identifies the member are archived. */
  readonly of: keyof Row & string;
  /** Sort columns, together unique among a member's rows. */
  readonly order: readonly (keyof Row & string)[];
  /** Another member whom the row concerns; their name is added as `as`. Rows that concern a member who blocks this one are omitted. */
  readonly other?: {
    readonly column: keyof Row & string;
    readonly as: string;
    /** For texts of the member: omits only the name. */
    readonly keepsUnnamed?: true;
  };
  readonly fields: { readonly [Column in keyof Row]-?: Field | Excluded };
}

export interface MemberTable<Row> {
  /** Rows in which one of these columns identifies the member are deleted with the account. */
  readonly deletedBy: { readonly [Column in keyof Row]?: keyof MemberIds };
  /** Further columns that identify a member, in rows that `deletedBy` covers. */
  readonly alsoNamedIn?: readonly (keyof Row & string)[];
  /** Columns that identify the member in rows that remain, with the reason. */
  readonly retainedBy?: { readonly [Column in keyof Row]?: string };
  readonly archive: ArchivedRows<Row> | Excluded;
}

export const text = (as: string): Field => ({ as, read: (stored) => stored });
export const time = (as: string): Field => ({
  as,
  read: (stored) => (stored === null ? null : new Date(Number(stored)).toISOString()),
});
export const flag = (as: string): Field => ({ as, read: (stored) => stored === 1 });
export const json = (as: string): Field => ({ as, read: (stored) => JSON.parse(String(stored)) as unknown });
export const excluded = (why: string): Excluded => ({ excluded: why });

export const own = excluded('the archive’s owner');
export const internal = excluded('an internal value without meaning for the member');
export const secret = excluded('a secret');
