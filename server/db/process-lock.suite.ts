// The refusal of a second process, which holds for both engines.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '#server/testing/app/free-port.ts';
import { lockProcess } from './process-lock.ts';

const root = path.join(import.meta.dirname, '../..');

/** The folder, or the database; then each process has a folder of its own. */
interface Shared {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  remove(): Promise<void>;
}

export function refusalOfSecondProcess(newShared: () => Promise<Shared>, sentence: string): void {
  async function sharing(work: (shared: Shared) => Promise<void>): Promise<void> {
    const shared = await newShared();
    try {
      await work(shared);
    } finally {
      await shared.remove();
    }
  }

  const lock = ({ dataDir, databaseUrl }: Shared, waitMs: number) =>
    lockProcess({ dataDir, databaseUrl, waitMs, onTaken: () => expect.unreachable('nobody takes over') });

  /** A process that has the lock, and releases it at SIGTERM. */
  async function holder(shared: Shared): Promise<ChildProcess> {
    const options = JSON.stringify({ dataDir: await ownFolder(shared), databaseUrl: shared.databaseUrl, waitMs: 0 });
    const source = `
      import { lockProcess } from ${JSON.stringify(new URL('./process-lock.ts', import.meta.url).href)};
      const lock = await lockProcess(${options});
      process.once('SIGTERM', () => setTimeout(async () => { await lock.close(); process.exit(0); }, 500));
      setInterval(() => undefined, 1000);
      console.log('held');`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    return child;
  }

  async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  test('a second process is refused while the first one runs, also when it is stopped', () =>
    sharing(async (shared) => {
      const first = await holder(shared);
      const refusal = { code: 'in-use', message: expect.stringContaining(sentence) };
      await expect(lock(shared, 0)).rejects.toMatchObject(refusal);
      first.kill('SIGSTOP');
      await expect(lock(shared, 600)).rejects.toMatchObject(refusal);
      await end(first);
    }));

  test('a process starts at once after the one before it was killed', () =>
    sharing(async (shared) => {
      for (let round = 0; round < 3; round += 1) await end(await holder(shared));
      // PostgreSQL notices the end of a connection a moment later.
      await (await lock(shared, shared.databaseUrl === undefined ? 0 : 5_000)).close();
    }));

  test('a process waits for one that is ending, and can itself be ended while it waits', () =>
    sharing(async (shared) => {
      const first = await holder(shared);
      const ending = new AbortController();
      const ended = lockProcess({ ...shared, waitMs: 60_000, signal: ending.signal, onTaken: () => undefined });
      ending.abort();
      await expect(ended).rejects.toBe(ending.signal.reason);
      const next = lock(shared, 60_000);
      await end(first, 'SIGTERM');
      await (await next).close();
    }));

  test('a second server ends with code 1 and says what to do', () =>
    sharing(async (shared) => {
      const first = await holder(shared);
      const env = {
        ...process.env,
        DATA_DIR: await ownFolder(shared),
        DATABASE_URL: shared.databaseUrl ?? '',
        PORT: String(await freePort()),
        LOG_LEVEL: 'error',
      };
      const second = spawn(process.execPath, ['server/main.ts'], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
      let said = '';
      second.stderr.on('data', (text: Buffer) => (said += text.toString()));
      expect(await once(second, 'exit')).toEqual([1, null]);
      expect(said.trim()).toMatch(/^Another process uses [^\n]+\. Stop it first, or set [^\n]+\.$/);
      expect(said).toContain(sentence);
      await end(first);
    }));
}

/** On PostgreSQL, processes on different machines share the database only. */
async function ownFolder(shared: Shared): Promise<string> {
  return shared.databaseUrl === undefined ? shared.dataDir : mkdtemp(path.join(shared.dataDir, 'own-'));
}

export async function temporaryFolder() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'process-lock-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}
