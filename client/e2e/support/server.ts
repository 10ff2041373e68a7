// Starts a real server process with the built app and its own data directory. Tests can kill and restart it.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#server/testing/app/free-port.ts';

const root = path.join(import.meta.dirname, '../../..');

export interface RunningServer {
  readonly origin: string;
  readonly port: number;
  readonly dataDir: string;
  /** Returns its output and log so far. */
  output(): string;
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it again with the same port and data. Resolves once it responds. */
  start(): Promise<void>;
  /** Waits for an email to an address that was not returned before, and returns the text of the newest. `holding` must be in it. */
  mailTo(address: string, holding?: string): Promise<string>;
  /** Returns the login link in the newest email that has one. */
  linkTo(address: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a server. Resolves once it responds. `prepare` fills its directory before. */
export async function startServer(
  env: Readonly<Record<string, string>> = {},
  prepare: (dataDir: string, origin: string) => Promise<void> = async () => undefined,
): Promise<RunningServer> {
  const port = await freePort();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'community-e2e-'));
  const origin = `http://localhost:${port}`;
  const written: string[] = [];
  const readMails = new Set<string>();
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const { DATABASE_URL: _database, SMTP_URL: _smtp, PUBLIC_URL: _public, NODE_ENV: _mode, ...inherited } = process.env;
    child = spawn('node', ['server/main.ts'], {
      cwd: root,
      // Most tests open no map, and preparing it takes longer than starting the server.
      env: { ...inherited, PORT: String(port), DATA_DIR: dataDir, MAP_PREPARE: 'when-asked', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const own = child;
    own.stdout?.on('data', (chunk: Buffer) => written.push(chunk.toString()));
    own.stderr?.on('data', (chunk: Buffer) => written.push(chunk.toString()));
    await until('the server to answer', async () => {
      if (own.exitCode !== null) throw new Error(`The server ended:\n${written.join('')}`);
      return (
        (await fetch(`http://127.0.0.1:${port}/api/ping`, { headers: { host: `localhost:${port}` } }).catch(() => null))?.ok ===
        true
      );
    });
  }

  async function kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const own = child;
    if (own === null || own.exitCode !== null || own.signalCode !== null) return;
    const ended = new Promise((resolve) => own.once('exit', resolve));
    own.kill(signal);
    await ended;
  }

  async function mailTo(address: string, holding = ''): Promise<string> {
    const outbox = path.join(dataDir, 'outbox');
    return until(`a mail to ${address}`, async () => {
      const names = (await readdir(outbox).catch(() => []))
        .filter((name) => name.endsWith('.eml') && !readMails.has(name))
        .sort()
        .toReversed();
      for (const name of names) {
        const text = await readFile(path.join(outbox, name), 'utf8');
        if (!text.includes(`To: ${address}`) || !text.includes(holding)) continue;
        readMails.add(name);
        return text;
      }
      return null;
    });
  }

  await prepare(dataDir, origin);
  await start();
  return {
    origin,
    port,
    dataDir,
    output: () => written.join(''),
    kill,
    start,
    mailTo,
    // An email without a link may arrive at the same time.
    linkTo: async (address) => linkIn(await mailTo(address, '://')),
    async stop() {
      await kill('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the login link in an email. */
export function linkIn(mail: string): string {
  const link = /https?:\/\/\S+/.exec(mail)?.[0];
  if (!link) throw new Error(`No link in:\n${mail}`);
  return link;
}

/** Polls, ever less often, until the result is truthy. If it is not in time, throws an error that names `what`. */
export async function until<T>(what: string, ask: () => Promise<T | null | false | undefined>, withinMs = 60_000): Promise<T> {
  const end = performance.now() + withinMs;
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 1.2, 500)) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > end) throw new Error(`Waited ${withinMs} ms without success for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
