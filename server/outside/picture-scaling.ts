// Scales uploaded pictures in separate processes, which can be killed.
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { limits } from '#shared/rules/limits.ts';
import { avifWidths, type AvifWidth } from '#shared/rules/picture-sizes.ts';
import { encodePlaceholder, placeholderBytes } from '#shared/rules/picture-placeholder.ts';
import { createSemaphore } from './semaphore.ts';
import { startPictureProcess, type PictureProcess } from './picture-process.ts';
import { PictureRefused, type PictureAnswer, type PictureJob, type PicturePart, type ScaledPicture } from './picture-job.ts';

export interface PictureScaling {
  /** Encodes PNG, JPEG or WebP bytes again as upright pictures. Of an animation it uses the first frame. @throws PictureRefused */
  make(bytes: Buffer): Promise<ScaledPicture>;
  /** The same for a part of a stored picture in full size. @throws PictureRefused */
  makePart(stored: Buffer, part: PicturePart): Promise<ScaledPicture>;
  /**
   * AVIF files without metadata of a stored picture, in all AVIF widths that are smaller. It runs for one picture at a time and with low
   * priority. @throws PictureRefused
   */
  makeAvif(stored: Buffer): Promise<Map<AvifWidth, Buffer>>;
  /** Fingerprints of a stored picture and of its parts. @throws PictureRefused */
  fingerprintsOf(stored: Buffer): Promise<string[]>;
  /** Stops the processes. Pictures that are being decoded are refused as 'too-busy'. */
  close(): void;
}

export interface PictureLimits {
  /** The maximum size of an upload. */
  maxBytes?: number;
  /** The maximum of width times height. A decoder needs four bytes for each pixel. */
  maxPixels?: number;
  /** The processor time for a picture, in ms. */
  timeoutMs?: number;
  /** How many pictures are decoded at once, and how many wait. */
  workers?: number;
  maxWaiting?: number;
  /** After this time in the queue, a picture is refused as 'too-busy'. */
  maxWaitMs?: number;
  /** After this time, an idle process ends and frees its memory. */
  idleMs?: number;
  /** The processor time for the AVIF files of a picture, in ms. */
  avifTimeoutMs?: number;
}

const defaults = {
  maxBytes: limits.pictureUploadBytes,
  maxPixels: limits.picturePixels,
  timeoutMs: 10_000,
  /** Leaves a processor to the server. */
  workers: Math.max(1, Math.min(2, availableParallelism() - 1)),
  maxWaiting: 20,
  /** Together with decoding, the wait stays below the 60 s after which the server, and proxies by default, cut a silent connection. */
  maxWaitMs: 30_000,
  idleMs: 30_000,
  avifTimeoutMs: 60_000,
} satisfies Required<PictureLimits>;

/** From this size on, a picture is decoded alone, because each pixel needs up to six bytes. */
const largePixels = 24_000_000;
/** The process for AVIF is rarely needed, so it ends soon after its work. */
const lowPriorityIdleMs = 2_000;

/**
 * Scales with sharp, in processes and not in threads: a decode that hangs can only be killed, and a picture that crashes the decoder
 * must not crash the server.
 */
export function pictureScaling(ownLimits: PictureLimits = {}): PictureScaling {
  const { maxBytes, maxPixels, timeoutMs, workers, maxWaiting, maxWaitMs, idleMs, avifTimeoutMs } = { ...defaults, ...ownLimits };
  const slots = createSemaphore(workers, maxWaiting, maxWaitMs);
  const running = new Set<PictureProcess>();
  const idle = new Set<PictureProcess>();
  const avifSlot = createSemaphore(1, Infinity);
  const largeSlot = createSemaphore(1, maxWaiting, maxWaitMs);
  let lowPriority: PictureProcess | null = null;
  /** How often large uploads took the memory of the process for AVIF. */
  let stops = 0;
  let inProgress = 0;
  let onIdle: (() => void) | null = null;
  let isClosed = false;

  function startWorker(): PictureProcess {
    const [reusable] = idle;
    if (reusable) {
      idle.delete(reusable);
      return reusable;
    }
    const worker = startPictureProcess({
      idleMs,
      onEnd() {
        running.delete(worker);
        idle.delete(worker);
      },
    });
    running.add(worker);
    return worker;
  }

  async function decode(bytes: Buffer, largeFrom: number, part?: PicturePart): Promise<PictureAnswer> {
    return workOn({ make: 'variants', bytes, maxPixels, maxMs: timeoutMs, largeFrom, part });
  }

  async function workOn(job: PictureJob): Promise<PictureAnswer> {
    if (isClosed) throw new PictureRefused('too-busy');
    const worker = startWorker();
    const answer = await worker.work(job);
    if (running.has(worker)) idle.add(worker);
    return answer;
  }

  function stopIdleWorkers(): void {
    for (const worker of idle) worker.stop();
    lowPriority?.stop();
    stops += 1;
  }

  /** Decodes while no other process runs. Afterwards its process ends, so that all memory is freed. */
  async function alone(bytes: Buffer, part: PicturePart | undefined): Promise<PictureAnswer> {
    if (!(await largeSlot.acquire())) throw new PictureRefused('too-busy');
    try {
      return await inSlots(workers, async () => {
        stopIdleWorkers();
        const answer = await decode(bytes, Infinity, part);
        stopIdleWorkers();
        return answer;
      });
    } finally {
      largeSlot.release();
    }
  }

  async function inSlots<T>(count: number, work: () => Promise<T>): Promise<T> {
    let taken = 0;
    try {
      for (; taken < count; taken += 1) if (!(await slots.acquire())) throw new PictureRefused('too-busy');
      return await work();
    } finally {
      for (; taken > 0; taken -= 1) slots.release();
    }
  }

  function startLowPriorityWorker(): PictureProcess {
    const worker =
      lowPriority ??
      startPictureProcess({
        idleMs: lowPriorityIdleMs,
        isLowPriority: true,
        onEnd: () => (lowPriority = lowPriority === worker ? null : lowPriority),
      });
    lowPriority = worker;
    return worker;
  }

  async function variantsOf(bytes: Buffer, part?: PicturePart): Promise<ScaledPicture> {
    inProgress += 1;
    try {
      const first = await inSlots(1, () => decode(bytes, largePixels, part));
      // Alone, so that two large pictures never need memory at once.
      const answer = first === 'large' ? await alone(bytes, part) : first;
      if (typeof answer === 'string') throw new PictureRefused(answer === 'large' ? 'too-many-pixels' : answer);
      if (!('variants' in answer)) throw new Error('unexpected answer of the picture process');
      return answer;
    } finally {
      inProgress -= 1;
      if (inProgress === 0) onIdle?.();
    }
  }

  return {
    async make(bytes) {
      checkUpload(bytes, maxBytes);
      return variantsOf(bytes);
    },
    makePart: variantsOf,
    async fingerprintsOf(stored) {
      const job = { make: 'fingerprints', bytes: stored, maxPixels, maxMs: timeoutMs, largeFrom: Infinity } as const;
      const answer = await inSlots(1, () => workOn(job));
      if (typeof answer === 'string') throw new PictureRefused(answer === 'large' ? 'too-many-pixels' : answer);
      if (!('fingerprints' in answer)) throw new Error('unexpected answer of the picture process');
      return answer.fingerprints;
    },
    async makeAvif(stored) {
      await avifSlot.acquire();
      try {
        const job = { make: 'avif', bytes: stored, maxPixels, maxMs: avifTimeoutMs, largeFrom: Infinity } as const;
        let answer: PictureAnswer = 'too-busy';
        // If a large upload stopped the job, it starts again. If the system killed it, it would do so each time.
        for (let stopsBefore = -1; answer === 'too-busy' && stopsBefore !== stops;) {
          // Uploads get the memory first.
          if (inProgress > 0) await new Promise<void>((resolve) => (onIdle = resolve));
          if (isClosed) throw new PictureRefused('too-busy');
          stopsBefore = stops;
          answer = await startLowPriorityWorker().work(job);
        }
        if (typeof answer === 'string' && answer !== 'large') throw new PictureRefused(answer);
        if (typeof answer === 'string' || !('avif' in answer)) throw new Error('unexpected answer of the picture process');
        return answer.avif;
      } finally {
        avifSlot.release();
      }
    },
    close() {
      isClosed = true;
      for (const worker of running) worker.stop();
      lowPriority?.stop();
    },
  };
}

/**
 * Scaling for tests. It checks the same first bytes and size, and returns the upload as each variant of a 3000 x 2000 picture. Pictures
 * that differ in one byte have completely different fingerprints.
 */
export function fakePictureScaling({ maxBytes = defaults.maxBytes }: PictureLimits = {}): PictureScaling {
  const fingerprint = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  async function make(bytes: Buffer, { width, height } = { width: 3_000, height: 2_000 }): Promise<ScaledPicture> {
    checkUpload(bytes, maxBytes);
    const variants = (['original', 256, 512, 1024, 2048] as const).map((variant) => [variant, bytes] as const);
    const placeholder = encodePlaceholder(new Uint8Array(placeholderBytes).fill(128));
    return { width, height, placeholder, fingerprint: fingerprint(bytes), variants: new Map(variants) };
  }
  return {
    make: (bytes) => make(bytes),
    makePart: make,
    fingerprintsOf: async (stored) => [fingerprint(stored)],
    makeAvif: async () => new Map(avifWidths.map((width) => [width, Buffer.from(`the AVIF of ${width}`)])),
    close: () => undefined,
  };
}

/** The format according to the first bytes, because file names and declared types may be wrong. */
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
