// An S3-compatible store for tests on a free local port. It checks signatures, and fails on request.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signatureError, type Keys } from './s3-signature.ts';

/** How a request fails: with an error or no answer, before or after it was done, or with half an answer. */
export type Failure = 'error' | 'error-once-done' | 'cut' | 'cut-once-done' | 'half' | 'mute';

export interface TestS3 {
  readonly endpoint: string;
  /** The objects by bucket and key. Only buckets that are here exist. */
  readonly buckets: ReadonlyMap<string, Map<string, Stored>>;
  /** The methods and paths of all requests. */
  readonly asked: string[];
  /** Says how a request fails, or null if it does not. */
  fail: (request: { readonly method: string; readonly key: string }) => Failure | null;
  /** The methods that the keys may not use. */
  readonly denied: Set<string>;
  close(): Promise<void>;
}

interface Stored {
  readonly bytes: Buffer;
  readonly type: string;
}

interface Options {
  readonly keys?: Keys;
  readonly buckets?: readonly string[];
  readonly region?: string;
  /** The most keys in one answer to a list. */
  readonly pageSize?: number;
}

export const testKeys = { accessKey: 'AKIDEXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' } as const;

interface Answer {
  readonly status: number;
  readonly body?: string | Buffer;
  readonly type?: string;
}

export async function startS3({
  keys = testKeys,
  buckets = ['pictures'],
  region = 'us-east-1',
  pageSize = 1_000,
}: Options = {}): Promise<TestS3> {
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  const running: TestS3 = {
    endpoint: '',
    buckets: new Map(buckets.map((name) => [name, new Map<string, Stored>()])),
    asked: [],
    fail: () => null,
    denied: new Set(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { pathname, searchParams } = new URL(url, 'http://store');
    const hostBucket = /^([a-z0-9.-]+)\.s3\.test(?::\d+)?$/.exec(headers.host ?? '')?.[1];
    const [bucket = '', ...rest] = (hostBucket === undefined ? pathname.slice(1) : `${hostBucket}${pathname}`).split('/');
    const key = rest.map(decodeURIComponent).join('/');
    running.asked.push(`${method} ${url}`);

    const failure = running.fail({ method, key });
    if (failure === 'mute') return;
    if (failure === 'cut') return void request.socket.destroy();
    if (failure === 'error') return send(response, error(503, 'SlowDown'));
    const wrong = signatureError({ method, url, headers, body }, keys, region, Date.now());
    const stored = running.buckets.get(bucket);
    const type = headers['content-type'] ?? '';
    const answer =
      wrong !== null
        ? error(wrong === 'XAmzContentSHA256Mismatch' || wrong === 'AuthorizationHeaderMalformed' ? 400 : 403, wrong)
        : running.denied.has(method)
          ? error(403, 'AccessDenied')
          : stored === undefined
            ? error(404, 'NoSuchBucket')
            : key === ''
              ? list(stored, searchParams)
              : answerTo(method, stored, key, { bytes: body, type });
    if (failure === 'cut-once-done') return void request.socket.destroy();
    if (failure === 'half') return sendHalf(response, answer);
    send(response, failure === 'error-once-done' ? error(500, 'InternalError') : answer);
  }

  function error(status: number, code: string): Answer {
    const details = code === 'AuthorizationHeaderMalformed' ? `<Region>${region}</Region>` : '';
    return {
      status,
      type: 'application/xml',
      body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>It has the key ${keys.accessKey}.</Message>${details}</Error>`,
    };
  }

  function answerTo(method: string, stored: Map<string, Stored>, key: string, given: Stored): Answer {
    const found = stored.get(key);
    if (method === 'PUT') {
      stored.set(key, given);
      return { status: 200 };
    }
    if (method === 'DELETE') {
      stored.delete(key);
      return { status: 204 };
    }
    if (method !== 'GET' && method !== 'HEAD') return error(405, 'MethodNotAllowed');
    return found === undefined ? error(404, 'NoSuchKey') : { status: 200, type: found.type, body: found.bytes };
  }

  function list(stored: Map<string, Stored>, query: URLSearchParams): Answer {
    if (query.get('list-type') !== '2') return error(400, 'InvalidArgument');
    const prefix = query.get('prefix') ?? '';
    const delimiter = query.get('delimiter') ?? '';
    const max = Math.min(Number(query.get('max-keys') ?? pageSize), pageSize);
    const shown = [...stored.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => {
        const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
        return end === -1 ? { name: key, isFolder: false } : { name: key.slice(0, end + 1), isFolder: true };
      });
    const names = [...new Map(shown.map((one) => [one.name, one])).values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
    const left = names.filter(({ name }) => name > after);
    const page = left.slice(0, max);
    const isTruncated = left.length > page.length;
    const token = Buffer.from(page.at(-1)?.name ?? '').toString('base64');
    const isEncoded = query.get('encoding-type') === 'url';
    const text = (name: string) => (isEncoded ? encodeURIComponent(name) : name.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
    return {
      status: 200,
      type: 'application/xml',
      body: [
        '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
        isEncoded ? '<EncodingType>url</EncodingType>' : '',
        `<IsTruncated>${isTruncated}</IsTruncated>`,
        ...page.map(({ name, isFolder }) =>
          isFolder
            ? `<CommonPrefixes><Prefix>${text(name)}</Prefix></CommonPrefixes>`
            : `<Contents><Key>${text(name)}</Key><Size>1</Size></Contents>`,
        ),
        isTruncated ? `<NextContinuationToken>${token}</NextContinuationToken>` : '',
        '</ListBucketResult>',
      ].join(''),
    };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(running, { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function send(response: ServerResponse, { status, body = '', type }: Answer): void {
  response.writeHead(status, { ...(type !== undefined && { 'content-type': type }), 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function sendHalf(response: ServerResponse, { status, body = '' }: Answer): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'content-length': bytes.length + 1 });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}
