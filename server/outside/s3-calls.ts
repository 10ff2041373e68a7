// Calls of an S3-compatible store: signed, with deadlines, and repeated when the store fails.
import { createHash, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { errorCodeIn, regionIn } from './s3-answers.ts';
import { createSemaphore } from './semaphore.ts';
import { StoreHealth } from './store-health.ts';

export interface PictureBucket {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
  readonly endpoint: string;
  readonly region: string;
  readonly style: 'path' | 'host';
  readonly accessKey: string;
  readonly secretKey: string;
  readonly sessionToken: string | null;
}

/** One attempt, for those who count them. */
export interface StoreCall {
  readonly call: 'get' | 'put' | 'delete' | 'list';
  /** `missing` counts as an answer. A `refused` call would be refused again. */
  readonly result: 'done' | 'missing' | 'refused' | 'failed' | 'no-answer';
  readonly ms: number;
}

export interface CallTimes {
  /** How long an attempt may take that transfers nothing. */
  readonly attemptMs: number;
  /** The pauses before the next attempts. */
  readonly pausesMs: readonly number[];
  /** After this time no further attempt begins. */
  readonly untilMs: number;
  /** How often a store that fails, or was not called for long, is checked. */
  readonly checkMs: number;
}

const usualTimes: CallTimes = { attemptMs: 8_000, pausesMs: [100, 400, 1_600], untilMs: 10_000, checkMs: 5_000 };
/** Bytes transferred in a millisecond by the slowest acceptable connection. */
const slowestBytesPerMs = 500;
const maxConcurrent = 64;
const maxWaiting = 2_000;

export interface S3Options {
  readonly onCall?: (call: StoreCall) => void;
  readonly times?: Partial<CallTimes>;
  /** Makes requests; tests replace it. */
  readonly fetch?: typeof fetch;
}

interface S3Request {
  readonly call: StoreCall['call'];
  /** The object's key without the prefix. Empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: { readonly bytes: Buffer; readonly type: string };
}

/** The store did not do what was asked. The same call may succeed later. Nothing in it is secret. */
export class PictureStoreFailure extends Error {
  readonly code = 'pictures-unavailable';
  /** The code of S3, such as NoSuchBucket; the status of another answer; or the reason why there was none. */
  readonly reason: string;
  /** The region that the store says the bucket is in. */
  readonly region: string | null;
  constructor(call: StoreCall['call'], reason: string, region: string | null = null) {
    super(`the store of pictures failed (${call}: ${reason})`);
    this.name = 'PictureStoreFailure';
    this.reason = reason;
    this.region = region;
  }
}

/** The reason of a failure that made the caller wait. */
const tooLate = 'no answer in time';

const methods = { get: 'GET', put: 'PUT', delete: 'DELETE', list: 'GET' } as const;

type Attempt =
  | { readonly result: 'done'; readonly bytes: Buffer }
  | { readonly result: 'missing' }
  | { readonly result: 'refused' | 'failed' | 'no-answer'; readonly failure: PictureStoreFailure };

export interface S3Calls {
  /** The bytes of the answer, or null if the object does not exist. Throws a PictureStoreFailure. */
  send(request: S3Request): Promise<Buffer | null>;
  isAvailable(): boolean;
  /** From now on no attempt begins, not even of calls that run. */
  close(): void;
}

export function createS3Calls(bucket: PictureBucket, options: S3Options = {}): S3Calls {
  const { onCall, fetch: request = fetch } = options;
  const times = { ...usualTimes, ...options.times };
  const slots = createSemaphore(maxConcurrent, maxWaiting);
  const signingKeys = new Map<string, ArrayBuffer>();
  let isClosed = false;
  const health = new StoreHealth(times.checkMs, async () => {
    const query = { 'list-type': '2', 'max-keys': '1', prefix: bucket.prefix };
    return (await attempt({ call: 'list', key: '', query })).result === 'done';
  });

  async function signed({ call, key, query = {}, body }: S3Request) {
    const url = addressOf(bucket, key === '' ? '' : bucket.prefix + key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const { headers } = await new AwsV4Signer({
      method: methods[call],
      url: url.href,
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body?.bytes ?? '')
          .digest('hex'),
        ...(body && { 'content-type': body.type }),
      },
      accessKeyId: bucket.accessKey,
      secretAccessKey: bucket.secretKey,
      ...(bucket.sessionToken !== null && { sessionToken: bucket.sessionToken }),
      service: 's3',
      region: bucket.region,
      cache: signingKeys,
    }).sign();
    return { url, headers };
  }

  async function answerTo(asked: S3Request): Promise<Attempt> {
    const { call, body } = asked;
    const { url, headers } = await signed(asked);
    const signal = AbortSignal.timeout(times.attemptMs + Math.ceil((body?.bytes.length ?? 0) / slowestBytesPerMs));
    let answer: Response;
    let bytes: Buffer;
    try {
      answer = await request(url, {
        method: methods[call],
        headers,
        ...(body && { body: new Uint8Array(body.bytes) }),
        // A redirect leads to another region, for which the signature would not be valid.
        redirect: 'manual',
        signal,
      });
      bytes = Buffer.from(await answer.arrayBuffer());
    } catch (error) {
      return { result: 'no-answer', failure: new PictureStoreFailure(call, reasonOf(error)) };
    }
    if (answer.ok) return { result: 'done', bytes };
    const text = bytes.toString();
    const code = errorCodeIn(text);
    if (code === 'NoSuchKey' && (call === 'get' || call === 'delete')) return { result: 'missing' };
    const region = answer.headers.get('x-amz-bucket-region') ?? regionIn(text);
    const failure = new PictureStoreFailure(call, code ?? `status ${answer.status}`, region);
    const isRepeatable = answer.status >= 500 || answer.status === 429 || code === 'RequestTimeout';
    return { result: isRepeatable ? 'failed' : 'refused', failure };
  }

  async function attempt(asked: S3Request): Promise<Attempt> {
    const fromMs = performance.now();
    const outcome = await answerTo(asked);
    onCall?.({ call: asked.call, result: outcome.result, ms: performance.now() - fromMs });
    if (!('failure' in outcome)) health.answered();
    return outcome;
  }

  function refuseIfSilent({ call }: S3Request): void {
    if (health.isSilent) throw new PictureStoreFailure(call, 'it did not answer before');
  }

  async function attempts(asked: S3Request): Promise<Buffer | null> {
    const fromMs = performance.now();
    for (let count = 0; ; count += 1) {
      if (isClosed) throw new PictureStoreFailure(asked.call, 'this process ends');
      // The store may have become silent while this call waited for its turn.
      refuseIfSilent(asked);
      const outcome = await attempt(asked);
      if (outcome.result === 'done') return outcome.bytes;
      if (outcome.result === 'missing') return null;
      const pauseMs = times.pausesMs[count];
      if (outcome.result === 'refused' || pauseMs === undefined || performance.now() - fromMs > times.untilMs) {
        health.failed(outcome.failure.reason === tooLate);
        throw outcome.failure;
      }
      // At different times, so that many calls do not come back at once.
      await pause(pauseMs / 2 + randomInt(Math.ceil(pauseMs / 2) + 1));
    }
  }

  return {
    async send(asked) {
      refuseIfSilent(asked);
      if (!(await slots.acquire())) throw new PictureStoreFailure(asked.call, 'too many calls wait for it');
      try {
        return await attempts(asked);
      } finally {
        slots.release();
      }
    },
    isAvailable: () => health.isAvailable,
    close() {
      isClosed = true;
      health.close();
    },
  };
}

/** Keys consist of characters that need no encoding. */
function addressOf({ endpoint, bucket, style }: PictureBucket, key: string): URL {
  const url = new URL(endpoint);
  const base = url.pathname.replace(/\/+$/, '');
  if (style === 'host') url.host = `${bucket}.${url.host}`;
  url.pathname = style === 'host' ? `${base}/${key}` : `${base}/${bucket}${key === '' ? '' : `/${key}`}`;
  return url;
}

/** The innermost reason, such as ECONNREFUSED, without the address that was called. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return tooLate;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
  return code ?? (cause instanceof Error ? cause.message : error.message);
}
