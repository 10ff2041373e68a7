// A reproducible fuzzer that sends malformed requests and socket frames, derived from the contract and a seed.
import * as fc from 'fast-check';
import WebSocket from 'ws';
import { urlOf, type AnyEndpoint, type Schema } from '#shared/contract/endpoint.ts';
import { allEndpoints } from '#shared/contract/index.ts';
import { session } from '#shared/contract/session.ts';
import { site } from '#shared/contract/site.ts';
import { type RequestParts } from '#server/testing/contract/contract-row.ts';
import { contractTable } from '#server/testing/contract/contract-table.ts';
import type { Member } from '#server/testing/app/members.ts';
import { rawRequest, sendRaw, type RawRequest } from './raw-request.ts';

export interface FuzzResult {
  readonly requests: number;
  readonly frames: number;
  /** Number of replies by status; 0 for connections closed without one. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Failures: a status of 500 or more, a reply that discloses internals, a connection that was refused or left open. */
  readonly faults: readonly string[];
  readonly rssBytesBefore: number;
  readonly rssBytesAfter: number;
}

interface FuzzOptions {
  readonly port: number;
  readonly host: string;
  readonly origin: string;
  readonly members: readonly Member[];
  readonly count: number;
  readonly seed: number;
}

const together = 8;
/** One of 20 requests is sent as a frame to a socket. */
const framesEvery = 20;
const batch = 250;

/** Sends `count` requests and frames, some concurrently; members whose session ends continue as visitors. */
export async function sendMalformed({ port, host, origin, members, count, seed }: FuzzOptions): Promise<FuzzResult> {
  const statuses: Record<string, number> = {};
  const faults: string[] = [];
  const frames = Math.floor(count / framesEvery);
  const total = count - frames;
  const requests = inBatches(requestOf(members, host, origin), total, seed);
  const rssBytesBefore = process.memoryUsage().rss;

  let number = 0;
  const send = async () => {
    for (const request of requests) {
      number += 1;
      const bytes = 'raw' in request ? Buffer.from(request.raw, 'latin1') : rawRequest(request);
      const answer = await sendRaw(port, bytes).catch((error: unknown) => ({ status: -1, text: String(error) }));
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      const tells = answer.status >= 400 && /node_modules|\.ts:\d|\bat \S+ \(|SQLITE|postgres|select .* from /i.test(answer.text);
      if (answer.status >= 500 || answer.status < 0 || tells)
        faults.push(`${number}: ${answer.status} ${answer.text.slice(0, 200)} to ${bytes.toString('latin1').slice(0, 300)}`);
    }
  };
  await Promise.all([...Array.from({ length: together }, send), sendFrames(port, host, origin, members, frames, seed)]);

  const alive = await sendRaw(port, rawRequest({ target: site.getPing.path, headers: [['host', host]] }));
  if (alive.status !== 200) faults.push(`The server no longer answers: ${alive.status}`);
  return { requests: number, frames, statuses, faults, rssBytesBefore, rssBytesAfter: process.memoryUsage().rss };
}

/** Generated lazily, since creating thousands at once would block the server. */
function* inBatches<T>(made: fc.Arbitrary<T>, count: number, seed: number): Generator<T> {
  for (let from = 0; from < count; from += batch)
    yield* fc.sample(made, { numRuns: Math.min(batch, count - from), seed: seed + from });
}

/** A socket closed for misuse is opened again by the next member. */
async function sendFrames(port: number, host: string, origin: string, members: readonly Member[], count: number, seed: number) {
  const opened = (turn: number): Promise<WebSocket | null> => {
    const cookie = `sid=${members[turn % members.length]?.cookies.get('sid') ?? ''}`;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/ws`, { headers: { host, origin, cookie } });
    return new Promise((resolve) => {
      socket.once('open', () => resolve(socket));
      socket.on('error', () => resolve(null));
    });
  };
  let socket = await opened(0);
  let turn = 0;
  for (const frame of inBatches(frameOf(members), count, seed)) {
    if (socket?.readyState !== WebSocket.OPEN) socket = await opened((turn += 1));
    await new Promise((resolve) => (socket ? socket.send(frame, resolve) : resolve(null)));
  }
  socket?.terminate();
}

const strange = (members: readonly Member[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom(
      null,
      true,
      0,
      -1,
      1e308,
      -1e308,
      2 ** 53,
      0.1,
      '',
      ' ',
      '\u0000',
      '\ud800',
      '\u202e',
      'NaN',
      '__proto__',
      'constructor',
    ),
    fc.constantFrom("' or 1=1 --", '"; drop table accounts', '${7*7}', '../../etc/passwd', '%00', '<script>', '1e400', '٣', '🏳️‍🌈'),
    fc.constantFrom(...members.map(({ profileId }) => profileId)),
    fc.uuid(),
    fc.string({ maxLength: 50, unit: 'binary' }),
    fc.integer(),
    fc.double(),
    fc.array(fc.constantFrom(null, 1, 'x'), { maxLength: 5 }),
    fc.constant('x'.repeat(9_000)),
    fc.integer({ min: 1, max: 400 }).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))),
    fc.dictionary(fc.constantFrom('a', '$ne', 'length', 'toString', '__proto__'), fc.constant(1), { maxKeys: 3 }),
  );

/** A valid request of the table with up to three changed or additional fields in each part. */
function askedOf(members: readonly Member[], caller: Member, endpoint: AnyEndpoint): fc.Arbitrary<RequestParts> {
  const rows = contractTable.filter(({ call }) => call === endpoint);
  const anId = fc.constantFrom(...members.map(({ profileId }) => profileId));
  const part = (name: 'params' | 'query' | 'body', given: object): fc.Arbitrary<object> => {
    const schema: Schema | undefined = endpoint[name];
    if (schema === undefined) return fc.constant(given);
    const fields = Object.keys(Object(Reflect.get(schema, 'shape')));
    const changed = fc.dictionary(fc.constantFrom(...fields, 'extra', '__proto__'), strange(members), { maxKeys: 3 });
    return changed.map((change) => ({ ...given, ...change }));
  };
  return fc.tuple(fc.constantFrom(...rows), anId).chain(([row, id]) => {
    const { params = {}, query = {}, body } = row.ask(id, caller);
    return fc.record({ params: part('params', params), query: part('query', query), body: part('body', body ?? {}) });
  });
}

/** Without calls that end or lock the caller's session, after which all their calls would be refused. */
const staying = allEndpoints.filter(
  (endpoint) => endpoint !== session.deleteAuth && !contractTable.some(({ call, endsCaller }) => call === endpoint && endsCaller),
);

type Sent = RawRequest | { readonly raw: string };

function requestOf(members: readonly Member[], host: string, origin: string): fc.Arbitrary<Sent> {
  const methods = fc.constantFrom('GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'get', 'PROPFIND');
  const types = fc.constantFrom(
    'application/json',
    'application/json; charset=utf-7',
    'text/plain',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    '\t',
  );
  const extra = fc.constantFrom<readonly [string, string][]>(
    [],
    [['if-match', '"' + '9'.repeat(40)]],
    [['if-none-match', '*']],
    [['idempotency-key', 'x']],
    [['range', 'bytes=0-,1-']],
    [['accept-encoding', 'br;q=nan']],
    [['cookie', 'sid=%00; sid=']],
    [['content-encoding', 'gzip']],
    [['expect', '100-continue']],
    [['x-forwarded-for', '::::']],
  );
  const byContract = fc
    .record({
      endpoint: fc.constantFrom(...staying),
      caller: fc.constantFrom(...members),
      isWhole: fc.integer({ min: 0, max: 9 }).map((number) => number > 1),
    })
    .chain(({ endpoint, caller, isWhole }) =>
      fc
        .record({ asked: askedOf(members, caller, endpoint), method: methods, type: types, more: extra, text: bodyText })
        .map(({ asked, method, type, more, text }): Sent => ({
          method: isWhole ? endpoint.method : method,
          target: targetOf(endpoint, asked),
          headers: [
            ['host', host],
            ['origin', origin],
            ['cookie', `sid=${caller.cookies.get('sid') ?? ''}`],
            ...(endpoint.form ? [['content-type', 'multipart/form-data; boundary=x'] as const] : []),
            ...(endpoint.body || !isWhole ? [['content-type', isWhole ? 'application/json' : type] as const] : []),
            ...(isWhole ? [] : more),
          ],
          body: endpoint.form ? text : endpoint.body ? (isWhole ? JSON.stringify(asked.body) : text) : '',
        })),
    );
  return fc.oneof({ weight: 9, arbitrary: byContract }, { weight: 1, arbitrary: smuggled(host) });
}

/** Values that can't be encoded are sent raw. */
function targetOf(endpoint: AnyEndpoint, { params, query }: RequestParts): string {
  try {
    return urlOf(endpoint.path, params, query);
  } catch {
    return `${endpoint.path.replaceAll(/\{\w+\}/g, '%ED%A0%80')}?x=%ED%A0%80`;
  }
}

const bodyText = fc.oneof(
  fc.constantFrom('', '{', '[]', 'null', '"x"', '{"a":1,"a":2}', '{"__proto__":{"a":1}}', '\ufeff{}', '1e999', '[1,]'),
  fc.constantFrom(
    '--x--\r\n',
    '--x\r\n\r\n\r\n--x--',
    '--x\r\ncontent-disposition: form-data; name="username"\r\n\r\n\u0000\r\n--x--\r\n',
  ),
  fc.constant('--x\r\ncontent-disposition: form-data; name="picfile"; filename="../../a"\r\n\r\n\x89PNG\r\n--x--\r\n'),
  fc.integer({ min: 1, max: 2_000 }).map((depth) => '['.repeat(depth)),
  fc.constant(`{"name":"${'x'.repeat(70_000)}"}`),
  fc.string({ maxLength: 300, unit: 'binary' }),
  fc.json({ maxDepth: 4 }),
);

/** Header lines that servers and balancers interpret differently. */
const smuggled = (host: string): fc.Arbitrary<Sent> =>
  fc
    .constantFrom(
      `POST /api/auth HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      `POST /api/auth HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello`,
      `POST /api/auth HTTP/1.1\r\nhost: ${host}\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
      `GET /api/ping HTTP/1.1\nhost: ${host}\n\n`,
      `GET /api/ping HTTP/1.1\r\nhost: ${host}\r\nhost: evil.example\r\nconnection: close\r\n\r\n`,
      `GET http://evil.example/api/ping HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
      `GET /api/ping HTTP/9.9\r\nhost: ${host}\r\n\r\n`,
      `GET /api/ping\r\n\r\n`,
      `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
      `GET /api/ping HTTP/1.1\r\nhost: ${host}\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      `GET /api/%ff%fe HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
      `GET /api/../api/settings HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
      `GET /api/ws HTTP/1.1\r\nhost: ${host}\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 1\r\n\r\n`,
      `\u0000\u0001\u0002\r\n\r\n`,
    )
    .map((raw) => ({ raw }));

const frameOf = (members: readonly Member[]): fc.Arbitrary<string | Buffer> =>
  fc.oneof(
    fc
      .record(
        {
          type: fc.constantFrom('resume', 'ping', 'watchSectors', 'looking', 'typing', 'hello', '__proto__'),
          cursor: strange(members),
          revision: strange(members),
          sectors: fc.oneof(strange(members), fc.array(fc.string({ maxLength: 10 }), { maxLength: 120 })),
          isVisible: fc.oneof(fc.boolean(), strange(members)),
          conversationWith: strange(members),
          recipientProfileId: strange(members),
        },
        { requiredKeys: ['type'] },
      )
      .map((command) => JSON.stringify(command).slice(0, 16_000)),
    fc.json({ maxDepth: 3 }),
    fc.string({ maxLength: 100, unit: 'binary' }),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  );
