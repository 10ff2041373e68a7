// Dumps and restores a PostgreSQL database with the programs that come with PostgreSQL.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { migrations } from '#server/db/migrations/index.ts';
import { readOwnSchema } from '#server/db/own-schema.ts';
import type { Contents } from './contents.ts';
import { libpqAddress } from './libpq-address.ts';
import { databaseName } from './names.ts';

/**
 * Dumps the server's schema and returns its name. Other schemas of the database may belong to other programs, and extensions
 * create their own tables.
 */
export async function dumpPostgres(databaseUrl: string, file: string): Promise<string> {
  const { schema, extensionTables } = await readOwnSchema(databaseUrl);
  const excluded = extensionTables.map((table) => `--exclude-table=${literal(schema)}.${literal(table)}`);
  await run('pg_dump', [...common, '--format=custom', `--schema=${literal(schema)}`, ...excluded, `--file=${file}`], databaseUrl);
  return schema;
}

/** Dumps the tables that a restore is about to replace into a folder, if there are any. */
export async function keepPostgres(databaseUrl: string, folder: string): Promise<void> {
  const { hasTables } = await readOwnSchema(databaseUrl);
  if (!hasTables) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await dumpPostgres(databaseUrl, path.join(folder, databaseName.postgres)).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The present tables cannot be kept: ${reason}. Set DATABASE_URL to an empty database.`, { cause });
  });
}

/**
 * Throws if the server would look for its tables in a schema other than that of the backup, or if the tables there are of a newer
 * version, since those that the backup does not have would be left. Older backups name neither schema nor migration.
 */
export async function requirePlace(
  databaseUrl: string,
  { schema, migration }: Pick<Contents, 'schema' | 'migration'>,
): Promise<void> {
  const found = await readOwnSchema(databaseUrl);
  if (schema !== undefined && found.schema !== schema)
    throw new Error(
      `The backup is of the schema "${schema}", but the server would use "${found.schema}". Set the search_path of the user of DATABASE_URL to "${schema}".`,
    );
  const { newestMigration: newest } = found;
  if (migration !== undefined && newest !== null && !isUpTo(newest, migration))
    throw new Error(
      `The database is of a newer version than the backup (it has '${newest}'), and would keep tables of that version. Set DATABASE_URL to an empty database.`,
    );
}

/** Whether a migration is the last one or comes before it. One that this version does not know comes later. */
function isUpTo(name: string, last: string): boolean {
  const names = migrations.map((migration) => migration.name);
  return names.slice(0, names.indexOf(last) + 1).includes(name);
}

/** Replaces all tables of the backup in one transaction. Without a schema, as in older backups, it has the whole database. */
export const restorePostgres = (databaseUrl: string, file: string, schema: string | undefined): Promise<void> =>
  run(
    'pg_restore',
    [...common, '--clean', '--if-exists', '--single-transaction', ...(schema === undefined ? [] : [`--schema=${schema}`]), file],
    databaseUrl,
  );

const common = ['--no-owner', '--no-acl'];

/** Quotes a name for the options of pg_dump, which are patterns. */
const literal = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function run(program: string, args: readonly string[], databaseUrl: string): Promise<void> {
  const { address, password } = libpqAddress(databaseUrl);
  const env = { ...process.env, ...(password === undefined ? {} : { PGPASSWORD: password }) };
  const child = spawn(program, [...args, `--dbname=${address}`], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const [code] = await once(child, 'close').catch((cause: unknown) => {
    throw new Error(`${program} cannot be run. It comes with PostgreSQL's client programs.`, { cause });
  });
  if (code !== 0) throw new Error(`${program} failed: ${complaint.trim()}`);
}
