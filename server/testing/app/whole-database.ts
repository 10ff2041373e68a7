// Reads all tables, columns, foreign keys and rows of a database.
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

export async function everyTable({ read }: Db): Promise<Table[]> {
  const tables = await read.introspection.getTables();
  return tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }));
}

/** In an order that does not depend on the engine: PostgreSQL moves rows that are updated. */
export async function everyRow({ read }: Db, table: string): Promise<Readonly<Record<string, unknown>>[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(read);
  const keyed = rows.map((row) => ({ row, key: JSON.stringify(row) }));
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row);
}

export interface ForeignKey {
  readonly table: string;
  readonly column: string;
  /** The referenced table. */
  readonly to: string;
}

export async function foreignKeys(db: Db): Promise<ForeignKey[]> {
  if (db.engine === 'postgres') {
    const { rows } = await sql<ForeignKey>`
      select k.conrelid::regclass::text as "table", a.attname as "column", k.confrelid::regclass::text as "to"
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
      where k.contype = 'f'`.execute(db.read);
    return rows;
  }
  const keys: ForeignKey[] = [];
  for (const { name: table } of await everyTable(db)) {
    const { rows } = await sql<{ column: string; to: string }>`
      select "from" as "column", "table" as "to" from pragma_foreign_key_list(${table})`.execute(db.read);
    keys.push(...rows.map((row) => ({ table, ...row })));
  }
  return keys;
}
