// Sends raw HTTP requests that client libraries do not support, such as duplicate headers.
import { connect } from 'node:net';

export interface RawRequest {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string | Buffer;
}

export interface RawAnswer {
  /** 0 if the connection was closed without a reply. */
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** The body parsed as JSON, or null. */
  readonly json: unknown;
}

/** The bytes of a request with Connection: close. */
export function rawRequest({ method = 'GET', target = '/', headers = [], body = '' }: RawRequest): Buffer {
  const length: [string, string][] = body.length === 0 ? [] : [['content-length', String(Buffer.byteLength(body))]];
  const lines = [...headers, ...length, ['connection', 'close'] as const].map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'), Buffer.from(body)]);
}

/** Sends the bytes and reads until the server closes the connection; rejects after `withinMs`. */
export function sendRaw(port: number, bytes: Buffer | string, withinMs = 30_000): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const timer = setTimeout(
      () => socket.destroy(new Error(`The server left the connection open for ${withinMs} ms.`)),
      withinMs,
    );
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The connection was closed while writing; an earlier reply counts.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(answerOf(Buffer.concat(chunks).toString('latin1')));
    });
  });
}

export const ask = (port: number, request: RawRequest): Promise<RawAnswer> => sendRaw(port, rawRequest(request));

function answerOf(answer: string): RawAnswer {
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const),
  );
  const text = rest.join('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0), headers, text, json: jsonOf(text) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
