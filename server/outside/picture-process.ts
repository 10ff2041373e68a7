// Starts a process that decodes pictures, sends it jobs, and kills it if it hangs or is idle.
import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { PictureAnswer, PictureJob } from './picture-job.ts';

export interface PictureProcess {
  /**
   * Runs one job at a time. It may take `maxMs` of processor time, and six times as much real time once the process has started.
   * @throws Error if the process can't start.
   */
  work(job: PictureJob): Promise<PictureAnswer>;
  stop(): void;
}

export interface PictureProcessOptions {
  readonly idleMs: number;
  /** Called when the process can no longer be used. */
  readonly onEnd: () => void;
  /** If true, the process has the lowest priority. Otherwise it has a lower one than the server. */
  readonly isLowPriority?: boolean;
}

/** Real time for each unit of processor time. It ends a decode that is stuck without using the processor. */
const realTimeFactor = 6;

/** The process gets none of the server's environment. While idle, it does not keep the server running. */
export function startPictureProcess({ idleMs, onEnd, isLowPriority = false }: PictureProcessOptions): PictureProcess {
  const child = fork(fileURLToPath(new URL('./picture-worker.ts', import.meta.url)), {
    execArgv: ['--max-old-space-size=128', '--expose-gc'],
    // Gives freed memory back to the system at once.
    env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { PRIORITY_LOW, PRIORITY_BELOW_NORMAL } = constants.priority;
  if (child.pid !== undefined) setPriority(child.pid, isLowPriority ? PRIORITY_LOW : PRIORITY_BELOW_NORMAL);
  const started = startOf(child);
  // `work` rejects with the error. If there is no job, nobody handles it.
  started.catch(() => undefined);
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    onEnd();
    child.kill('SIGKILL');
  };
  child.on('error', stop);
  child.on('exit', onEnd);
  let idleTimer: NodeJS.Timeout | undefined;

  return {
    stop,
    async work(job) {
      clearTimeout(idleTimer);
      child.ref();
      child.channel?.ref();
      try {
        await started;
        const answer = await answerOf(job);
        // The process is still busy with the job that took too long.
        if (answer === 'too-slow') stop();
        if (answer !== 'ended') return answer;
        onEnd();
        return isStopped || isEndedFromOutside(child) ? 'too-busy' : 'damaged';
      } catch (error) {
        if (isStopped) return 'too-busy';
        stop();
        throw error;
      } finally {
        child.unref();
        child.channel?.unref();
        idleTimer = setTimeout(stop, idleMs).unref();
      }
    },
  };

  /** The answer to a job. 'ended' if the process has ended. */
  function answerOf(job: PictureJob): Promise<PictureAnswer | 'ended'> {
    return new Promise((resolve) => {
      // The cast is safe, because after startup the process sends only answers.
      const onMessage = (message: unknown) => settle(message as PictureAnswer);
      const onExit = () => settle('ended');
      const timer = setTimeout(() => settle('too-slow'), job.maxMs * realTimeFactor);
      function settle(answer: PictureAnswer | 'ended'): void {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onExit);
        resolve(answer);
      }
      child.on('message', onMessage);
      child.on('exit', onExit);
      // Sending fails only if the process is about to exit.
      child.send(job, () => undefined);
    });
  }
}

/** The system kills the process when memory runs out, and Ctrl+C ends its whole group. Neither is the fault of the picture. */
const isEndedFromOutside = ({ signalCode }: ChildProcess): boolean =>
  signalCode !== null && ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'].includes(signalCode);

/** Resolves when the process is ready. @throws Error if it ends before; then no picture is to blame. */
function startOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the picture process ended at its start with ${code}`)));
  });
}
