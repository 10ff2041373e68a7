// Fills a database for the day's bench and runs the day's server on it as a process of its own.
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#server/testing/app/free-port.ts';
import { fillDay, type DayPeople, type Sizes } from './day-people.ts';
import type { Meters } from './day-server.ts';

export interface DayServer {
  readonly server: ChildProcess;
  readonly people: DayPeople;
  readonly dataDir: string;
}

/** Starts the server for `work`. Afterwards the server is stopped and its data are deleted. */
export async function withDayServer<T>(sizes: Sizes, work: (day: DayServer) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'day-'));
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1' };
  let server: ChildProcess | undefined;
  try {
    const people = await fillDay(env, `http://localhost:${port}`, sizes);
    // `npm start` has the same option.
    const options = { env: { ...process.env, ...env }, execArgv: ['--max-semi-space-size=16'] };
    server = fork(path.join(import.meta.dirname, 'day-server.ts'), options);
    await untilReady(server, port);
    return await work({ server, people, dataDir });
  } finally {
    await stop(server);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The meters since the last call. */
export const metersOf = (server: ChildProcess): Promise<Meters> => answerOf<Meters>(server, 'meters');

/** The memory in use after garbage collections. */
export const usedBytesOf = (server: ChildProcess): Promise<number> => answerOf<number>(server, 'used bytes');

function answerOf<T>(server: ChildProcess, question: 'meters' | 'used bytes'): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The server has ended.'));
    server.once('exit', ended);
    server.once('message', (message) => {
      server.off('exit', ended);
      resolve(message as T);
    });
    server.send(question);
  });
}

async function untilReady(server: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`);
    if ((await fetch(`http://localhost:${port}/api/ping`).catch(() => null))?.ok) return;
    await pause(100);
  }
}

async function stop(server: ChildProcess | undefined): Promise<void> {
  if (server === undefined || server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}
