// Measures the bytes that rows need in the database, with their indexes, and those of a picture's files.
import SqliteDatabase from 'better-sqlite3';
import { databaseFile } from '#server/db/sqlite.ts';

/** Tables of which each member has one row. */
const memberTables = ['accounts', 'profiles', 'positions'];
/** The messages and their words. */
const messageTables = /^(?:messages|message_words_\w+)$/;

export interface Rows {
  readonly member: number;
  readonly message: number;
  /** The rows of both members. */
  readonly conversation: number;
  readonly picture: number;
  /** The mean bytes of all files of a picture. */
  readonly pictureFiles: number;
}

export function measureRows(dataDir: string): Rows {
  const db = new SqliteDatabase(databaseFile(dataDir), { readonly: true });
  try {
    const rows = db
      .prepare(
        `select coalesce(tbl_name, dbstat.name) as name, sum(pgsize) as bytes
           from dbstat left join sqlite_schema on sqlite_schema.name = dbstat.name group by 1`,
      )
      .all() as { name: string; bytes: number }[];
    const sizeOf = (isIn: (name: string) => boolean) =>
      rows.filter(({ name }) => isIn(name)).reduce((sum, { bytes }) => sum + bytes, 0);
    const countOf = (table: string) => Number(db.prepare(`select count(*) from ${table}`).pluck().get());
    return {
      member: sizeOf((name) => memberTables.includes(name)) / countOf('profiles'),
      message: sizeOf((name) => messageTables.test(name)) / countOf('messages'),
      conversation: (2 * sizeOf((name) => name === 'conversations')) / countOf('conversations'),
      picture: sizeOf((name) => name === 'pictures') / countOf('pictures'),
      pictureFiles: Number(db.prepare('select avg(bytes) from pictures').pluck().get()),
    };
  } finally {
    db.close();
  }
}
