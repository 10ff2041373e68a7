// Runs the test runner as a child process, which is killed together with its own children when it hangs.
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Failure, Job, Report } from './runner.ts';

export interface Runner {
  /**
   * `onFile` is called for each finished test file. Resolves to null if all tests pass, and to 'timeout' if no test file finishes
   * within `timeoutMs` or the process ends.
   */
  run(
    job: Job,
    timeoutMs: number,
    onFile?: (report: Extract<Report, { is: 'file' }>) => void,
  ): Promise<Failure | 'timeout' | null>;
  close(): void;
}

export function createRunner(isMeasuring = false): Runner {
  let child: ChildProcess | null = null;

  function kill(): void {
    const { pid } = child ?? {};
    child = null;
    // The tests run in a child of the runner, in the same process group, and may be in an endless loop.
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The group has ended by itself.
    }
  }
  process.on('exit', kill);

  async function start(): Promise<ChildProcess> {
    const started = fork(path.join(import.meta.dirname, 'runner.ts'), isMeasuring ? ['--measure'] : [], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let errors = '';
    started.stderr?.on('data', (chunk: Buffer) => (errors = (errors + String(chunk)).slice(-4_000)));
    child = started;
    await new Promise<void>((resolve, reject) => {
      started.once('message', () => resolve());
      started.once('exit', () => reject(new Error(`The test runner did not start: ${errors}`)));
    });
    return started;
  }

  return {
    async run(job, timeoutMs, onFile) {
      const runner = child ?? (await start());
      return new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const settle = (result: Failure | 'timeout' | null): void => {
          clearTimeout(timer);
          runner.removeAllListeners('message').removeAllListeners('exit');
          if (result === 'timeout') kill();
          resolve(result);
        };
        const restartTimer = (): void => {
          clearTimeout(timer);
          timer = setTimeout(() => settle('timeout'), timeoutMs);
        };
        runner.on('message', (report: Report) => {
          if (report.is === 'end') settle(report.failure);
          if (report.is === 'file') {
            onFile?.(report);
            restartTimer();
          }
        });
        runner.on('exit', () => settle('timeout'));
        restartTimer();
        runner.send(job);
      });
    },
    close: kill,
  };
}
