// Starts a test runner in a process of its own and ends it, with all that it started, when it hangs.
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Failure, Order, Report } from './runner.ts';

export interface Runner {
  /** `onFile` hears of each test file that has ended. Gives 'hung' when none ended for so long. */
  run(
    order: Order,
    patienceMs: number,
    onFile?: (report: Extract<Report, { is: 'file' }>) => void,
  ): Promise<Failure | 'hung' | null>;
  close(): void;
}

export function createRunner(isMarking = false): Runner {
  let child: ChildProcess | null = null;

  function end(): void {
    const { pid } = child ?? {};
    child = null;
    // The tests' own process is of the runner's group and may be in an endless loop.
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  }
  process.on('exit', end);

  async function start(): Promise<ChildProcess> {
    const started = fork(path.join(import.meta.dirname, 'runner.ts'), isMarking ? ['--mark'] : [], {
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
    async run(order, patienceMs, onFile) {
      const runner = child ?? (await start());
      return new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const settle = (result: Failure | 'hung' | null): void => {
          clearTimeout(timer);
          runner.removeAllListeners('message').removeAllListeners('exit');
          if (result === 'hung') end();
          resolve(result);
        };
        const wait = (): void => {
          clearTimeout(timer);
          timer = setTimeout(() => settle('hung'), patienceMs);
        };
        runner.on('message', (report: Report) => {
          if (report.is === 'end') settle(report.failure);
          if (report.is === 'file') {
            onFile?.(report);
            wait();
          }
        });
        runner.on('exit', () => settle('hung'));
        wait();
        runner.send(order);
      });
    },
    close: end,
  };
}
