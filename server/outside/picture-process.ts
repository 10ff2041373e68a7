// Starts a process that decodes pictures, hands it work, and ends it when it hangs or has none.
import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { PictureAnswer, PictureJob } from './picture-worker.ts';

export interface PictureProcess {
  /**
   * One job at a time; it may take its `mostMs` of the processor, and six times as long by the clock, once the process has
   * started. @throws Error if the process can't start.
   */
  work(job: PictureJob): Promise<PictureAnswer>;
  stop(): void;
}

export interface PictureProcessOptions {
  readonly idleMs: number;
  /** Called as soon as it is of no more use. */
  readonly onEnd: () => void;
  /** Works only while nothing else wants the processor; the others merely let the server and whoever it answers go first. */
  readonly isPatient?: boolean;
}

/** A decode that stands still takes no processor time: the clock ends it. */
const clockPerProcessor = 6;

/**
 * A decoding process. It has none of the server's environment, and does not keep the server running while it has no work.
 */
export function startPictureProcess({ idleMs, onEnd, isPatient = false }: PictureProcessOptions): PictureProcess {
  const child = fork(fileURLToPath(new URL('./picture-worker.ts', import.meta.url)), {
    execArgv: ['--max-old-space-size=128', '--expose-gc'],
    // What a picture took goes back to the machine as soon as it is done.
    env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { PRIORITY_LOW, PRIORITY_BELOW_NORMAL } = constants.priority;
  if (child.pid !== undefined) setPriority(child.pid, isPatient ? PRIORITY_LOW : PRIORITY_BELOW_NORMAL);
  const started = startOf(child);
  // Told to whoever gives it work; until then nobody needs to know.
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
        // What it could not finish is still on its mind.
        if (answer === 'too-slow') stop();
        if (answer !== 'ended') return answer;
        onEnd();
        // Killed by the close, or by the system for want of memory: not by the picture.
        return isStopped || child.signalCode === 'SIGKILL' ? 'too-busy' : 'damaged';
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

  /** One job's answer; 'ended' if the process died over it. */
  function answerOf(job: PictureJob): Promise<PictureAnswer | 'ended'> {
    return new Promise((resolve) => {
      // The process is ours and says nothing but answers after its start.
      const onMessage = (message: unknown) => settle(message as PictureAnswer);
      const onExit = () => settle('ended');
      const timer = setTimeout(() => settle('too-slow'), job.mostMs * clockPerProcessor);
      function settle(answer: PictureAnswer | 'ended'): void {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onExit);
        resolve(answer);
      }
      child.on('message', onMessage);
      child.on('exit', onExit);
      // It can't be sent anything only if it is about to exit.
      child.send(job, () => undefined);
    });
  }
}

/** Settles when the process says that it is ready. @throws Error if it ends before that: then no picture is to blame. */
function startOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the picture process ended at its start with ${code}`)));
  });
}
