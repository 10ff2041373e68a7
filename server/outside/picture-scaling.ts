// Turns uploaded bytes into the pictures that are kept; the decoding is done by processes of its own, which can be killed.
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { limits } from '#shared/rules/limits.ts';
import { avifWidths, type AvifWidth, type PictureVariant } from '#shared/rules/picture-sizes.ts';
import { encodePlaceholder, placeholderBytes } from '#shared/rules/picture-placeholder.ts';
import { limitedPlaces } from './limited-places.ts';
import { startPictureProcess, type PictureProcess } from './picture-process.ts';
import type { PictureAnswer, PictureJob } from './picture-worker.ts';

export interface ScaledPicture {
  /** Size in pixels of the upright picture, as it is in `variants.get('original')`. */
  width: number;
  height: number;
  /** What to paint before the picture is there, in the form of shared/rules/picture-placeholder.ts. */
  placeholder: string;
  /** What it looks like, in the form of picture-look.ts. */
  look: string;
  /** WebP files without any metadata: 'original', and each of the usual widths that is smaller than it. */
  variants: Map<PictureVariant, Buffer>;
}

/** A part of an upright picture, in its pixels. */
export interface PicturePart {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
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
  /** The same of a part of a picture that is kept, at full size. @throws PictureRefused */
  makePart(kept: Buffer, part: PicturePart): Promise<ScaledPicture>;
  /**
   * AVIF files without any metadata of a picture that is kept, in each of their widths that is smaller than it. One after the
   * other, and behind everything else that the machine has to do. @throws PictureRefused
   */
  makeAvif(kept: Buffer): Promise<Map<AvifWidth, Buffer>>;
  /** What a picture that is kept looks like, whole and in its parts. @throws PictureRefused */
  looksOf(kept: Buffer): Promise<string[]>;
  /** Ends the decoding processes; pictures in work are refused as 'too-busy'. */
  close(): void;
}

export interface PictureLimits {
  /** In bytes of the upload. */
  maxBytes?: number;
  /** Width times height; a decoder needs four bytes for each. */
  maxPixels?: number;
  /** For one picture once it is its turn, in ms of processor time. */
  timeoutMs?: number;
  /** How many pictures are in work, and how many may wait. */
  workers?: number;
  maxWaiting?: number;
  /** After this time without work a decoding process ends and gives its memory back, in ms. */
  idleMs?: number;
  /** For the AVIF of one picture, in ms of processor time. */
  avifTimeoutMs?: number;
}

const defaults = {
  maxBytes: limits.pictureUploadBytes,
  maxPixels: 50_000_000,
  timeoutMs: 10_000,
  /** One processor stays for the server, so that others hardly notice. */
  workers: Math.max(1, Math.min(2, availableParallelism() - 1)),
  maxWaiting: 20,
  idleMs: 30_000,
  avifTimeoutMs: 60_000,
} satisfies Required<PictureLimits>;

/** From here on a picture is decoded alone: each pixel takes up to six bytes. */
const largePixels = 24_000_000;
/** The process that makes AVIF gives its memory back soon: it works seldom. */
const patientIdleMs = 2_000;

/**
 * Scaling by sharp. Processes rather than threads: a decode that hangs can only be ended by killing it, and a picture that
 * makes the decoder crash must not take the server along.
 */
export function pictureScaling(ownLimits: PictureLimits = {}): PictureScaling {
  const { maxBytes, maxPixels, timeoutMs, workers, maxWaiting, idleMs, avifTimeoutMs } = { ...defaults, ...ownLimits };
  const places = limitedPlaces(workers, maxWaiting);
  const hired = new Set<PictureProcess>();
  const idle = new Set<PictureProcess>();
  const avifPlace = limitedPlaces(1, Infinity);
  const largePlace = limitedPlaces(1, maxWaiting);
  let patient: PictureProcess | null = null;
  let inWork = 0;
  let onCalm: (() => void) | null = null;
  let isClosed = false;

  function hire(): PictureProcess {
    const [rested] = idle;
    if (rested) {
      idle.delete(rested);
      return rested;
    }
    const worker = startPictureProcess({
      idleMs,
      onEnd() {
        hired.delete(worker);
        idle.delete(worker);
      },
    });
    hired.add(worker);
    return worker;
  }

  async function decode(bytes: Buffer, largeFrom: number, part?: PicturePart): Promise<PictureAnswer> {
    return workOn({ make: 'variants', bytes, maxPixels, mostMs: timeoutMs, largeFrom, part });
  }

  async function workOn(job: PictureJob): Promise<PictureAnswer> {
    if (isClosed) throw new PictureRefused('too-busy');
    const worker = hire();
    const answer = await worker.work(job);
    if (hired.has(worker)) idle.add(worker);
    return answer;
  }

  function sendHome(): void {
    for (const worker of idle) worker.stop();
    patient?.stop();
  }

  /** With every place taken, and nobody resting meanwhile; its process ends with it, to give all the memory back. */
  async function alone(bytes: Buffer, part: PicturePart | undefined): Promise<PictureAnswer> {
    if (!(await largePlace.take())) throw new PictureRefused('too-busy');
    try {
      return await inPlaces(workers, async () => {
        sendHome();
        const answer = await decode(bytes, Infinity, part);
        sendHome();
        return answer;
      });
    } finally {
      largePlace.leave();
    }
  }

  async function inPlaces<T>(count: number, work: () => Promise<T>): Promise<T> {
    let taken = 0;
    try {
      for (; taken < count; taken += 1) if (!(await places.take())) throw new PictureRefused('too-busy');
      return await work();
    } finally {
      for (; taken > 0; taken -= 1) places.leave();
    }
  }

  /** The one process that gives way to everything else. */
  function hirePatient(): PictureProcess {
    const worker =
      patient ??
      startPictureProcess({
        idleMs: patientIdleMs,
        isPatient: true,
        onEnd: () => (patient = patient === worker ? null : patient),
      });
    patient = worker;
    return worker;
  }

  async function variantsOf(bytes: Buffer, part?: PicturePart): Promise<ScaledPicture> {
    inWork += 1;
    try {
      const first = await inPlaces(1, () => decode(bytes, largePixels, part));
      // Alone, so that the memory of two such is never needed at once.
      const answer = first === 'large' ? await alone(bytes, part) : first;
      if (typeof answer === 'string') throw new PictureRefused(answer === 'large' ? 'too-many-pixels' : answer);
      if (!('variants' in answer)) throw new Error('the picture process answered something else');
      return answer;
    } finally {
      inWork -= 1;
      if (inWork === 0) onCalm?.();
    }
  }

  return {
    async make(bytes) {
      checkUpload(bytes, maxBytes);
      return variantsOf(bytes);
    },
    makePart: variantsOf,
    async looksOf(kept) {
      const job = { make: 'looks', bytes: kept, maxPixels, mostMs: timeoutMs, largeFrom: Infinity } as const;
      const answer = await inPlaces(1, () => workOn(job));
      if (typeof answer === 'string') throw new PictureRefused(answer === 'large' ? 'too-many-pixels' : answer);
      if (!('looks' in answer)) throw new Error('the picture process answered something else');
      return answer.looks;
    },
    async makeAvif(kept) {
      await avifPlace.take();
      try {
        const job = { make: 'avif', bytes: kept, maxPixels, mostMs: avifTimeoutMs, largeFrom: Infinity } as const;
        let answer: PictureAnswer = 'too-busy';
        // Sent home by a large upload, it begins again.
        while (answer === 'too-busy') {
          // Beside uploads it would take memory that they need.
          if (inWork > 0) await new Promise<void>((resolve) => (onCalm = resolve));
          if (isClosed) throw new PictureRefused('too-busy');
          answer = await hirePatient().work(job);
        }
        if (typeof answer === 'string' && answer !== 'large') throw new PictureRefused(answer);
        if (typeof answer === 'string' || !('avif' in answer)) throw new Error('the picture process answered something else');
        return answer.avif;
      } finally {
        avifPlace.leave();
      }
    },
    close() {
      isClosed = true;
      for (const worker of hired) worker.stop();
      patient?.stop();
    },
  };
}

/**
 * Scaling for tests: checks the same first bytes and size, then gives the upload back as every variant of a 3000 x 2000 picture. What
 * differs in one byte looks altogether different.
 */
export function fakePictureScaling({ maxBytes = defaults.maxBytes }: PictureLimits = {}): PictureScaling {
  const look = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  async function make(bytes: Buffer, { width, height } = { width: 3_000, height: 2_000 }): Promise<ScaledPicture> {
    checkUpload(bytes, maxBytes);
    const variants = (['original', 256, 512, 1024, 2048] as const).map((variant) => [variant, bytes] as const);
    const placeholder = encodePlaceholder(new Uint8Array(placeholderBytes).fill(128));
    return { width, height, placeholder, look: look(bytes), variants: new Map(variants) };
  }
  return {
    make: (bytes) => make(bytes),
    makePart: make,
    looksOf: async (kept) => [look(kept)],
    makeAvif: async () => new Map(avifWidths.map((width) => [width, Buffer.from(`the AVIF of ${width}`)])),
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
