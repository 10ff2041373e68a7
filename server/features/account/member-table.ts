// What can be said of a table that knows something of members: whose a row is, and how its columns are written in an archive.

/** A row of any of the tables. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** What names a member in a column. */
export interface MemberIds {
  readonly accountId: string;
  readonly profileId: string;
  /** Null for test users, who have none. */
  readonly email: string | null;
}

/** A column of the archive: its name there, and how a stored value is written. */
interface Field {
  readonly as: string;
  readonly read: (stored: unknown) => unknown;
}

interface LeftOut {
  /** Why it is not in the archive. */
  readonly leftOut: string;
}

export interface ArchivedRows<Row> {
  /** Of the file, and of the part of the overview. */
  readonly file: string;
  readonly title: string;
  /** The rows in which this column names the member are the ones he wrote, or was sent. */
  readonly of: keyof Row & string;
  /** Their order; the columns together are unique among them. */
  readonly order: readonly (keyof Row & string)[];
  /** Rows that this column ties to somebody who blocks him are left out, as if that one had left; the others get his name under `as`. */
  readonly other?: {
    readonly column: keyof Row & string;
    readonly as: string;
    /** The rows are the member's own words: they are archived all the same, and only the name is left out. */
    readonly staysUnnamed?: true;
  };
  readonly fields: { readonly [Column in keyof Row]-?: Field | LeftOut };
}

export interface MemberTable<Row> {
  /** Rows in which such a column names the member are about him: they go with his account. */
  readonly goesBy: { readonly [Column in keyof Row]?: keyof MemberIds };
  /** Further columns that name a member, of whose rows the ones above leave none. */
  readonly follows?: readonly (keyof Row & string)[];
  /** Columns of what others wrote for themselves about the member: those rows stay with them, and why nothing but his id tells of him. */
  readonly staysBy?: { readonly [Column in keyof Row]?: string };
  readonly archive: ArchivedRows<Row> | LeftOut;
}

export const text = (as: string): Field => ({ as, read: (stored) => stored });
export const time = (as: string): Field => ({
  as,
  read: (stored) => (stored === null ? null : new Date(Number(stored)).toISOString()),
});
export const flag = (as: string): Field => ({ as, read: (stored) => stored === 1 });
export const json = (as: string): Field => ({ as, read: (stored) => JSON.parse(String(stored)) as unknown });
export const leftOut = (why: string): LeftOut => ({ leftOut: why });

/** A column that names the member whose archive it is. */
export const own = leftOut('the member himself');
