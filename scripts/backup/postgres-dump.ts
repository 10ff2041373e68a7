// Dumps and restores a PostgreSQL database with the programs that come with PostgreSQL.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export const dumpPostgres = (databaseUrl: string, file: string): Promise<void> =>
  run('pg_dump', ['--format=custom', '--no-owner', '--no-acl', `--file=${file}`], databaseUrl);

/** Replaces all tables in one transaction. */
export const restorePostgres = (databaseUrl: string, file: string): Promise<void> =>
  run('pg_restore', ['--clean', '--if-exists', '--no-owner', '--no-acl', '--single-transaction', file], databaseUrl);

/** The password is passed in the environment, since everybody on the machine can read the arguments of a process. */
async function run(program: string, args: readonly string[], databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password) || url.searchParams.get('password') || '';
  url.password = '';
  url.searchParams.delete('password');
  const env = { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) };
  const child = spawn(program, [...args, `--dbname=${url.href}`], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const [code] = await once(child, 'close').catch((cause: unknown) => {
    throw new Error(`${program} cannot be run. It comes with PostgreSQL's client programs.`, { cause });
  });
  if (code !== 0) throw new Error(`${program} failed: ${complaint.trim()}`);
}
