// Checks the pages and references of a database, and reads the pictures that it refers to.
import { sql } from 'kysely';
import type { Db } from './open.ts';

/** A sentence for each problem. PostgreSQL checks its pages and references itself. */
export async function databaseProblems(db: Db): Promise<string[]> {
  if (db.engine === 'postgres') return [];
  const { rows: verdicts } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.read);
  const { rows: orphans } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db.read);
  return [
    ...verdicts.map((row) => row.integrity_check).filter((verdict) => verdict !== 'ok'),
    ...orphans.map(({ table }) => `A row of ${table} refers to a row that does not exist.`),
  ];
}

export const storedPictures = (db: Db): Promise<{ readonly id: string; readonly width: number }[]> =>
  db.read.selectFrom('pictures').select(['id', 'width']).execute();
