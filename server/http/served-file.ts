// A file that is served from memory, with encodings, type, cache header and ETag.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface ServedFile {
  readonly type: string;
  readonly cacheControl: string;
  readonly plain: Buffer;
  /** Missing if compression does not help, as for pictures. */
  readonly br?: () => Promise<Buffer>;
  readonly gzip?: () => Promise<Buffer>;
  /** The hash of the bytes that are not compressed. */
  readonly revision: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The file never changes at the address with this version in its query. Elsewhere it is revalidated, whatever `cacheControl` is. */
  readonly version?: string;
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export function revisionOf(body: Buffer | string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16);
}

export function servedFile(file: Omit<ServedFile, 'revision'>): ServedFile {
  return { ...file, revision: revisionOf(file.plain) };
}

/** Compresses at the highest level, about 20 ms, at the first request. At startup there would be dozens of files. */
export function textFile(
  text: string,
  { type, cacheControl, headers }: Pick<ServedFile, 'type' | 'cacheControl' | 'headers'>,
): ServedFile {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  return servedFile({
    type,
    cacheControl,
    headers,
    plain,
    br: once(() => brotli(plain, { params })),
    gzip: once(() => gzipped(plain, { level: 9 })),
  });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}

/** Sends the smallest encoding that the client accepts, or 304 if the client has these bytes. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
  status = 200,
): Promise<FastifyReply> {
  // A weak tag, because all encodings have the same one.
  const tag = `W/"${file.revision}"`;
  void reply.headers({ ...file.headers, 'cache-control': file.cacheControl, etag: tag });
  if (file.br !== undefined) void reply.header('vary', ['accept-encoding', file.headers?.vary].filter(Boolean).join(', '));
  if (status === 200 && namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  void reply.code(status).type(file.type);
  const accepted = acceptedEncodings(request.headers['accept-encoding']);
  if (file.br !== undefined && accepted.has('br')) return reply.header('content-encoding', 'br').send(await file.br());
  if (file.gzip !== undefined && accepted.has('gzip')) return reply.header('content-encoding', 'gzip').send(await file.gzip());
  return reply.send(file.plain);
}

function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch?.split(',').some((named) => named.trim() === tag) ?? false;
}

/** The encodings in an Accept-Encoding header. Those with q=0 are left out. */
function acceptedEncodings(header: string | string[] | undefined): ReadonlySet<string> {
  const entries = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim()));
  return new Set(entries.filter(([, weight]) => weight === undefined || !/^q=0(\.0*)?$/.test(weight)).map(([name = '']) => name));
}
