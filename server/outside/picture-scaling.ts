// Turns uploaded bytes into the pictures that are kept; the decoding is done by processes of its own, which can be killed.
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PictureVariant } from '#shared/rules/picture-sizes.ts';
import { limitedPlaces } from './limited-places.ts';
import type { PictureAnswer, PictureJob } from './picture-worker.ts';

export interface ScaledPicture {
  /** Size in pixels of the upright picture, as it is in `variants.get('original')`. */
  width: number;
  height: number;
  /** 36 characters: base64 of three rows of three RGB pixels, to paint before the picture is there. */
  placeholder: string;
  /** WebP files without any metadata: 'original', and each of the usual widths that is smaller than it. */
  variants: Map<PictureVariant, Buffer>;
}

export type PictureRefusal = 'not-a-picture' | 'too-large' | 'too-many-pixels' | 'damaged' | 'too-slow' | 'too-busy';

/** The bytes are not taken, for a reason that can be told; 'too-busy' alone is worth another try. */
export class PictureRefused extends Error {
  readonly reason: PictureRefusal;

  constructor(reason: PictureRefusal) {
    super(`picture refused: ${reason}`);
    this.name = 'PictureRefused';
    this.reason = reason;
  }
}

export interface PictureScaling {
  /** PNG, JPEG or WebP bytes to upright, freshly encoded pictures; of a moving one the first frame. @throws PictureRefused */
  make(bytes: Buffer): Promise<ScaledPicture>;
  /** Ends the decoding processes; pictures in work are refused as 'too-busy'. */
  close(): void;
}

export interface PictureLimits {
  /** In bytes of the upload; the specification's number. */
  maxBytes?: number;
  /** Width times height; a decoder needs four bytes for each. */
  maxPixels?: number;
  /** For one picture once it is its turn, in ms. */
  timeoutMs?: number;
  /** How many pictures are in work, and how many may wait. */
  workers?: number;
  maxWaiting?: number;
  /** After this time without work a decoding process ends and gives its memory back, in ms. */
  idleMs?: number;
}

const defaults = {
  maxBytes: 8_192_000,
  maxPixels: 50_000_000,
  timeoutMs: 10_000,
  workers: 2,
  maxWaiting: 20,
  idleMs: 30_000,
} satisfies Required<PictureLimits>;

/**
 * Scaling by sharp. Processes rather than threads: a decode that hangs can only be ended by killing it, and a picture that
 * makes the decoder crash must not take the server along.
 */
export function pictureScaling(limits: PictureLimits = {}): PictureScaling {
  const { maxBytes, maxPixels, timeoutMs, workers, maxWaiting, idleMs } = { ...defaults, ...limits };
  const places = limitedPlaces(workers, maxWaiting);
  const hired = new Set<PictureWorker>();
  const idle = new Set<PictureWorker>();
  let isClosed = false;

  function hire(): PictureWorker {
    const [rested] = idle;
    if (rested) {
      idle.delete(rested);
      return rested;
    }
    const worker = startWorker(idleMs, () => {
      hired.delete(worker);
      idle.delete(worker);
    });
    hired.add(worker);
    return worker;
  }

  return {
    async make(bytes) {
      checkUpload(bytes, maxBytes);
      if (!(await places.take())) throw new PictureRefused('too-busy');
      try {
        if (isClosed) throw new PictureRefused('too-busy');
        const worker = hire();
        const answer = await worker.work({ bytes, maxPixels }, timeoutMs);
        if (hired.has(worker)) idle.add(worker);
        if (typeof answer === 'string') throw new PictureRefused(answer);
        return answer;
      } finally {
        places.leave();
      }
    },
    close() {
      isClosed = true;
      for (const worker of hired) worker.stop();
    },
  };
}

/** Scaling for tests: checks the same first bytes and size, then gives the upload back as every variant of a 3000 x 2000 picture. */
export function fakePictureScaling({ maxBytes = defaults.maxBytes }: PictureLimits = {}): PictureScaling {
  return {
    async make(bytes) {
      checkUpload(bytes, maxBytes);
      const variants = (['original', 256, 512, 1024, 2048] as const).map((variant) => [variant, bytes] as const);
      return { width: 3_000, height: 2_000, placeholder: 'gICA'.repeat(9), variants: new Map(variants) };
    },
    close: () => undefined,
  };
}

/** The kind of picture that the first bytes announce; a name or a declared type says nothing. */
export function pictureFormat(bytes: Buffer): 'png' | 'jpeg' | 'webp' | null {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'webp' : null;
}

function checkUpload(bytes: Buffer, maxBytes: number): void {
  if (bytes.length > maxBytes) throw new PictureRefused('too-large');
  if (pictureFormat(bytes) === null) throw new PictureRefused('not-a-picture');
}

interface PictureWorker {
  work(job: PictureJob, timeoutMs: number): Promise<PictureAnswer>;
  stop(): void;
}

/**
 * A decoding process. It has none of the server's environment, and does not keep the server running while it has no work.
 * `onEnd` is called as soon as it is of no more use.
 */
function startWorker(idleMs: number, onEnd: () => void): PictureWorker {
  const child = fork(fileURLToPath(new URL('./picture-worker.ts', import.meta.url)), {
    execArgv: ['--max-old-space-size=128'],
    env: { MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
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
    async work(job, timeoutMs) {
      clearTimeout(idleTimer);
      child.ref();
      child.channel?.ref();
      try {
        await started;
        const answer = await answerOf(job, timeoutMs);
        if (answer !== 'ended') return answer;
        onEnd();
        return isStopped ? 'too-busy' : 'damaged';
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
  function answerOf(job: PictureJob, timeoutMs: number): Promise<PictureAnswer | 'ended'> {
    return new Promise((resolve) => {
      // The process is ours and says nothing but answers after its start.
      const onMessage = (message: unknown) => settle(message as PictureAnswer);
      const onExit = () => settle('ended');
      const timer = setTimeout(() => {
        settle('too-slow');
        stop();
      }, timeoutMs);
      function settle(answer: PictureAnswer | 'ended'): void {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onExit);
        resolve(answer);
      }
      child.on('message', onMessage);
      child.on('exit', onExit);
      child.send(job, (error) => {
        if (error === null) return;
        settle('ended');
        child.kill('SIGKILL');
      });
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
