// Types and helpers of the map of member data: the columns that name a member, and how columns are archived.

/** A row of any of the tables. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** The ids by which columns name a member. */
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

interface Excluded {
  /** The reason. */
  readonly excluded: string;
}

export interface ArchivedRows<Row> {
  /** Name of the file; `title` is the heading in the overview. */
  readonly file: string;
  readonly title: string;
  /** Rows in which this column names the member are archived. */
  readonly of: keyof Row & string;
  /** Sort columns, together unique among the rows of a member. */
  readonly order: readonly (keyof Row & string)[];
  /** Rows that this column ties to somebody who blocks the member are left out; the others get the name under `as`. */
  readonly other?: {
    readonly column: keyof Row & string;
    readonly as: string;
    /** The rows are texts of the member: they are archived all the same, and only the name is left out. */
    readonly keepsUnnamed?: true;
  };
  readonly fields: { readonly [Column in keyof Row]-?: Field | Excluded };
}

export interface MemberTable<Row> {
  /** Rows in which one of these columns names the member are deleted with the account. */
  readonly deletedBy: { readonly [Column in keyof Row]?: keyof MemberIds };
  /** Further columns that name a member, in rows that `deletedBy` covers. */
  readonly alsoNamedIn?: readonly (keyof Row & string)[];
  /** Columns that name the member in private texts of others, which stay: the reason why nothing but the id remains. */
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

/** A column that names the owner of the archive. */
export const own = excluded('the owner of the archive');
