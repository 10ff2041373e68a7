// A test client like a browser, which stores cookies and sends an origin.
import { request } from 'node:http';
import { urlOf, type CallArgs, type Endpoint, type ReplyOf } from '#shared/contract/endpoint.ts';

export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  /** The body read as JSON; undefined when it is empty or of another type. */
  readonly body: T;
}

/** Status and problem code of an answer. */
export const statusAndCode = ({ status, body }: Answer): [status: number, code: unknown] => [
  status,
  Reflect.get(Object(body), 'code'),
];

export interface Browser {
  /** Calls an endpoint and returns the response with any status. */
  ask<P, Q, B, R>(
    endpoint: Endpoint<P, Q, B, R>,
    args?: CallArgs<Endpoint<P, Q, B, R>>,
    headers?: Record<string, string>,
  ): Promise<Answer<R>>;
  /** Calls an endpoint and returns its reply; for a problem, throws an error with its status and body. */
  call<P, Q, B, R>(
    endpoint: Endpoint<P, Q, B, R>,
    args?: CallArgs<Endpoint<P, Q, B, R>>,
    headers?: Record<string, string>,
  ): Promise<ReplyOf<Endpoint<P, Q, B, R>>>;
  /** Sends a multipart form. */
  form(
    path: string,
    fields: Record<string, string | { bytes: Buffer; name: string; type: string }>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  send(method: string, path: string, body?: string | Buffer, headers?: Record<string, string>): Promise<Answer>;
  readonly cookies: Map<string, string>;
  readonly origin: string;
  /** The port of any of the processes, if there are several. */
  readonly anyPort?: (() => number) | undefined;
}

export function browserOf(origin: string, anyPort?: () => number): Browser {
  const cookies = new Map<string, string>();
  const { host, port } = new URL(origin);

  function send(method: string, path: string, body?: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const sent = request(
        {
          host: '127.0.0.1',
          port: anyPort?.() ?? port,
          method,
          path,
          headers: {
            host,
            ...(method === 'GET' ? {} : { origin }),
            ...(cookie ? { cookie } : {}),
            ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            for (const line of response.headers['set-cookie'] ?? []) {
              const [pair = ''] = line.split(';');
              const name = pair.slice(0, pair.indexOf('='));
              if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
              else cookies.set(name, pair.slice(pair.indexOf('=') + 1));
            }
            const bytes = Buffer.concat(chunks);
            const isJson = response.headers['content-type']?.startsWith('application/json');
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              bytes,
              body: isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined,
            });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  const ask: Browser['ask'] = (endpoint, args, headers) => {
    const { params, query, body } = (args ?? {}) as { params?: object; query?: object; body?: unknown };
    const json = body === undefined ? undefined : JSON.stringify(body);
    return send(endpoint.method, urlOf(endpoint.path, params, query), json, {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    }) as Promise<Answer<never>>;
  };

  return {
    ask,
    async call(endpoint, args, headers) {
      const answer = await ask(endpoint, args, headers);
      if (answer.status >= 400)
        throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.status} ${answer.bytes.toString()}`);
      return answer.body as never;
    },
    form(path, fields, headers) {
      const boundary = '----fields-of-a-form';
      const parts = Object.entries(fields).map(([name, value]) =>
        typeof value === 'string'
          ? Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
          : Buffer.concat([
              Buffer.from(
                `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${value.name}"\r\ncontent-type: ${value.type}\r\n\r\n`,
              ),
              value.bytes,
              Buffer.from('\r\n'),
            ]),
      );
      return send('POST', path, Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]), {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...headers,
      });
    },
    send,
    cookies,
    origin,
    anyPort,
  };
}
