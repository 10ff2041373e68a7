// Ends the sessions and login links of a restored database, because some of them had ended or were used after the backup.
import SqliteDatabase from 'better-sqlite3';
import { Client } from 'pg';
import { connectionTo } from './postgres-address.ts';
import { unreachable } from './unreachable-postgres.ts';

/** Push subscriptions are deleted with their sessions. A mail with a link has the link's id. */
const endLogins = `
  delete from mail_queue where id in (select id from login_links);
  delete from login_links;
  delete from sessions;`;

/** Does nothing to a database that was backed up before its very first start had created the tables. */
export function endLoginsInSqlite(path: string): void {
  const database = new SqliteDatabase(path, { fileMustExist: true });
  try {
    database.pragma('foreign_keys = ON');
    const isFilled = database.prepare("select 1 from sqlite_master where name = 'sessions'").get() !== undefined;
    if (isFilled) database.transaction(() => database.exec(endLogins))();
  } finally {
    database.close();
  }
}

/** The same on PostgreSQL. Throws DatabaseFailure if it cannot be reached. */
export async function endLoginsInPostgres(databaseUrl: string): Promise<void> {
  const client = new Client(connectionTo(databaseUrl, { connectionTimeoutMillis: 5_000 }));
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ sessions: string | null }>(`select to_regclass('sessions')::text as sessions`);
    if (rows[0]?.sessions !== null) await client.query(`begin; ${endLogins} commit`);
  } catch (error) {
    throw unreachable(databaseUrl, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
