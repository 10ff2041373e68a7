// A process of a cluster for tests, which can be killed, stopped, continued, terminated and started again. One that ends itself is
// started again, as by a supervisor.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#server/testing/app/free-port.ts';
import { kill } from '#server/testing/faults/killed-server.ts';
import { mainCommand } from '#server/testing/faults/main-command.ts';

export interface ClusterProcess {
  readonly port: number;
  readonly dataDir: string;
  /** Resolves once it answers members. */
  start(): Promise<void>;
  /** Ends it at once. */
  kill(): Promise<void>;
  /** Lets it answer the calls that it has received. Resolves to the milliseconds until it ended. */
  terminate(): Promise<number>;
  stop(): void;
  continue(): void;
  /** How often it ended itself. */
  ownEnds(): number;
  /** The number of calls that it had received completely and did not answer when it was terminated, over all its runs. */
  cutCalls(): number;
  /** The CPU time of its present run. */
  cpuMs(): number;
  remove(): Promise<void>;
}

const startsWithinMs = 60_000;
const restartAfterMs = 200;
const ticksPerSecond = 100;

export async function clusterProcess(env: Readonly<Record<string, string>>): Promise<ClusterProcess> {
  const port = await freePort();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'process-'));
  let child: ChildProcess | undefined;
  let cutCalls = 0;
  let ownEnds = 0;
  let isWanted = false;

  function launch(): ChildProcess {
    const { SMTP_URL: _smtp, PUBLIC_URL: _public, ...inherited } = process.env;
    const own = { ...inherited, MAP_PREPARE: 'when-asked', ...env, PORT: String(port), DATA_DIR: dataDir };
    const launched = spawn(process.execPath, mainCommand, { env: own, stdio: ['ignore', 'ignore', 'inherit'] });
    launched.once('exit', async () => {
      if (!isWanted || child !== launched) return;
      ownEnds += 1;
      await pause(restartAfterMs);
      if (isWanted && child === launched) child = launch();
    });
    return launched;
  }

  function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number> {
    isWanted = false;
    return kill(child, signal);
  }

  async function untilReady(): Promise<void> {
    const untilMs = performance.now() + startsWithinMs;
    // A test kills processes while they start, too.
    while (isWanted) {
      const address = `http://127.0.0.1:${port}/api/health/ready`;
      const ready = await fetch(address, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
      await ready?.body?.cancel();
      if (ready?.ok) return;
      if (performance.now() > untilMs) throw new Error(`A process did not answer within ${startsWithinMs / 1_000} s.`);
      await pause(50);
    }
  }

  return {
    port,
    dataDir,
    async start() {
      isWanted = true;
      child = launch();
      await untilReady();
    },
    kill: async () => void (await end('SIGKILL')),
    async terminate() {
      const tookMs = await end('SIGTERM');
      cutCalls += child?.exitCode ?? 0;
      return tookMs;
    },
    stop: () => void child?.kill('SIGSTOP'),
    continue: () => void child?.kill('SIGCONT'),
    ownEnds: () => ownEnds,
    cutCalls: () => cutCalls,
    cpuMs() {
      const fields = readFileSync(`/proc/${child?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
    },
    async remove() {
      child?.kill('SIGCONT');
      await end('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
