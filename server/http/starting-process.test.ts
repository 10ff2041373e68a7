// A process that starts and is terminated: from outside, as a balancer sees it.
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { freePort } from '#server/testing/app/free-port.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'starting-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function statusOnNewConnection(port: number, page: string): Promise<number | undefined> {
  const sent = get({ host: '127.0.0.1', port, path: page, agent: false });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

test('a started process prepares the base map unasked, and after SIGTERM, also after a second one, answers until a balancer has noticed', async () => {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../main.ts')], {
    env: { ...process.env, DATABASE_URL: '', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'info', DRAIN_SECONDS: '2' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output, { timeout: 60_000 }).toContain('the base map is ready');
  const statusOf = (page: string) => statusOnNewConnection(port, page);
  expect(await statusOf('/api/health/ready')).toBe(200);
  const beganMs = performance.now();
  child.kill('SIGTERM');
  await expect.poll(() => statusOf('/api/health/ready')).toBe(503);
  child.kill('SIGTERM');
  expect(await statusOf('/api/ping')).toBe(200);
  expect(await ended).toEqual([0, null]);
  expect(performance.now() - beganMs).toBeGreaterThan(2_000);
});

test('only the user of the process can read what it writes in a folder that others may enter', async () => {
  await chmod(dataDir, 0o755);
  const port = await freePort();
  const main = path.join(import.meta.dirname, '../main.ts');
  const child = spawn('sh', ['-c', 'umask 022; exec "$0" "$1"', process.execPath, main], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      MAP_PREPARE: 'when-asked',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const status = () => statusOnNewConnection(port, '/api/health/ready').catch(() => null);
  await expect.poll(status, { timeout: 60_000 }).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const names = await readdir(dataDir, { recursive: true });
  expect(names).toEqual(expect.arrayContaining(['database.sqlite', 'pictures', 'process.lock']));
  for (const name of names) expect([name, (await stat(path.join(dataDir, name))).mode & 0o077]).toEqual([name, 0]);
});

test('a process that is terminated while it starts ends without an error', async () => {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../main.ts')], {
    env: { ...process.env, DATABASE_URL: '', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const answer = () => fetch(`http://127.0.0.1:${port}/api/ping`).catch(() => null);
  await expect.poll(answer, { timeout: 60_000 }).not.toBeNull();
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
