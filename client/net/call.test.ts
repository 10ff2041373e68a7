// The replies and errors of a call, against a real HTTP server.
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '#shared/contract/session.ts';
import { site } from '#shared/contract/site.ts';
import { pictures } from '#shared/contract/pictures.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { setDataKeys, type DataKeys } from '#client/device/data-keys.ts';
import { serverNow } from '#client/device/server-time.ts';
import { setWords } from '#client/device/texts.ts';
import { english } from '#shared/formats/texts.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { answerOf, call, onServerError, onSignedOut } from './call.ts';
import { pageReads } from './page-reads.ts';
import { reachability } from './reachability.ts';
import { ConnectionLost, isTemporaryRefusal, Refused, ServerError } from './errors.ts';

const profileId = '11111111-1111-4111-8111-111111111111';
let server: Server;
let respond: RequestListener = (_request, response) => response.end();
const requests: IncomingMessage[] = [];
const originalFetch = globalThis.fetch;

beforeEach(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    respond(request, response);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => originalFetch(new URL(path, origin), init));
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  requests.length = 0;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  vi.unstubAllGlobals();
});

const respondJson = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
  respond = (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
};

test('returns the reply, and takes the server’s time from the answer', async () => {
  respondJson(200, { ok: true }, { date: new Date(Date.now() + dayMs).toUTCString() });
  expect(await call(site.getPing, {})).toEqual({ ok: true });
  expect(Math.round((serverNow() - Date.now()) / 60_000)).toBe(1_440);
});

test('the message of an error is in the language of the device', async () => {
  setWords({ ...english, text: (text) => (text === 'Not found.' ? 'Nicht gefunden.' : undefined) });
  const problemOf = async (message: string): Promise<unknown> => {
    respondJson(404, { message });
    return call(site.getPing, {}).catch((error: Error) => error.message);
  };
  expect([await problemOf('Not found.'), await problemOf('Another one.')]).toEqual(['Nicht gefunden.', 'Another one.']);
  setWords(english);
});

test('returns undefined for 204', async () => {
  respond = (_request, response) => response.writeHead(204).end();
  expect(await call(session.deleteAuth, { query: { keepsBrowserKnown: false } })).toBeUndefined();
});

test('sends the idempotency key and ETag of a write', async () => {
  respondJson(200, {});
  await call(session.putSession, { body: { showNsfw: true } }, { idempotencyKey: 'write-1', ifMatch: '"3"' });
  expect(requests[0]?.headers).toMatchObject({
    'idempotency-key': 'write-1',
    'if-match': '"3"',
    'content-type': 'application/json',
  });
});

test('sends a form as multipart', async () => {
  respondJson(200, { status: 'ok' });
  const form = new FormData();
  form.set('username', 'ada@example.org');
  await call(session.postAuth, {}, { form });
  expect(requests[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
});

test('a server that is starting counts as not reached', async () => {
  const seen: boolean[] = [];
  const stop = onServerError(() => seen.push(true));
  const stopWatching = reachability.subscribe(() => seen.push(reachability.get().isLost));
  respondJson(503, { code: 'starting', done: 1, of: 2 }, { 'x-starting': '1/2', 'retry-after': '2' });
  await expect(call(site.getPing, {})).rejects.toBeInstanceOf(ConnectionLost);
  expect(reachability.get().isLost).toBe(true);
  respondJson(200, { ok: true });
  await call(site.getPing, {});
  expect(seen).toEqual([true, false]);
  stop();
  stopWatching();
});

test('throws Refused with status, code and message', async () => {
  respondJson(400, {
    statusCode: 400,
    error: 'Bad Request',
    message: 'Please enter a public name.',
    code: 'public-name-missing',
  });
  const refusal = await call(session.postRegister, { body: { email: '' } }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refused);
  expect(refusal).toMatchObject({ status: 400, code: 'public-name-missing', message: 'Please enter a public name.' });
});

test('a 401 signs out, except at login', async () => {
  let signedOut = 0;
  const stop = onSignedOut(() => signedOut++);
  respondJson(401, { code: 'wrong-login' });
  await expect(call(session.postAuth, {}, { form: new FormData() })).rejects.toBeInstanceOf(Refused);
  expect(signedOut).toBe(0);
  await expect(call(profiles.getProfile, { params: { id: profileId }, query: { admin: false } })).rejects.toBeInstanceOf(Refused);
  expect(signedOut).toBe(1);
  stop();
});

test('a redirect to /login signs out', async () => {
  let signedOut = 0;
  const stop = onSignedOut(() => signedOut++);
  respond = (request, response) =>
    request.url === '/login' ? response.end('<html>') : response.writeHead(302, { location: '/login' }).end();
  await expect(call(site.getPing, {})).rejects.toMatchObject({ status: 401 });
  expect(signedOut).toBe(1);
  stop();
});

test('reports a server error, except for background calls', async () => {
  let errors = 0;
  const stop = onServerError(() => errors++);
  respondJson(503, { message: 'There is a lot going on right now.' }, { 'retry-after': '3' });
  const error = await call(site.getPing, {}, { background: true }).catch((error: unknown) => error);
  expect(isTemporaryRefusal(error)).toBe(true);
  expect(error).toMatchObject({ retryAfterMs: 3_000 });
  expect(errors).toBe(0);
  await expect(call(site.getPing, {})).rejects.toBeInstanceOf(ServerError);
  expect(errors).toBe(1);
  stop();
});

test('without a response the connection counts as lost, until the next response', async () => {
  respond = (request) => request.socket.destroy();
  await expect(call(site.getPing, {})).rejects.toBeInstanceOf(ConnectionLost);
  expect(reachability.get().isLost).toBe(true);
  respondJson(500, 'no body');
  await expect(call(site.getPing, {}, { background: true })).rejects.toBeInstanceOf(ServerError);
  expect(reachability.get().isLost).toBe(false);
});

test('the connection is also lost if the reply is incomplete, or the page of a network that wants a login', async () => {
  respond = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '12' });
    response.write('{"ok":');
    setImmediate(() => response.destroy());
  };
  await expect(call(site.getPing, {})).rejects.toBeInstanceOf(ConnectionLost);
  expect(reachability.get().isLost).toBe(true);
  respond = (_request, response) => response.end('<h1>Welcome to our café</h1>');
  await expect(call(site.getPing, {})).rejects.toBeInstanceOf(ConnectionLost);
  expect(reachability.get().isLost).toBe(true);
  respondJson(200, { ok: true });
  await call(site.getPing, {});
  expect(reachability.get().isLost).toBe(false);
});

test('an aborted call does not affect reachability', async () => {
  respond = () => undefined;
  const stop = new AbortController();
  const pending = call(site.getPing, {}, { signal: stop.signal });
  stop.abort();
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  expect(reachability.get().isLost).toBe(false);
});

test('an error carries the status text, and the message of the reply', async () => {
  respondJson(429, { error: 'Too Many Requests', message: 'Please wait.', code: 'too-many-requests' }, { 'retry-after': '7' });
  const refused: unknown = await call(site.getPing, {}).catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: 'Refused', status: 429, statusText: 'Too Many Requests', retryAfterMs: 7_000 });
  respondJson(503, { message: 'There is a lot going on right now.' });
  const unavailable: unknown = await call(site.getPing, {}, { background: true }).catch((error: unknown) => error);
  expect(unavailable).toMatchObject({
    name: 'ServerError',
    status: 503,
    statusText: 'Service Unavailable',
    message: 'There is a lot going on right now.',
    retryAfterMs: null,
  });
});

test('only 408, 423, 429 and 503 are temporary', () => {
  const answer = { statusText: '', code: '', message: '', retryAfterMs: null };
  const later = [400, 401, 408, 423, 429, 500, 503].filter((status) =>
    isTemporaryRefusal(new (status < 500 ? Refused : ServerError)({ ...answer, status })),
  );
  expect(later).toEqual([408, 423, 429, 503]);
  expect(isTemporaryRefusal(new ConnectionLost('lost'))).toBe(false);
});

test('a refusal is not reported as a server error', async () => {
  let serverErrors = 0;
  const stop = onServerError(() => serverErrors++);
  respondJson(404, {});
  await expect(call(site.getPing, {})).rejects.toBeInstanceOf(Refused);
  expect(serverErrors).toBe(0);
  stop();
});

test('a picture is requested by its media type and returned as a Blob', async () => {
  respond = (_request, response) => response.writeHead(200, { 'content-type': 'image/webp' }).end('pixels');
  const picture: unknown = await call(pictures.getPicture, { params: { id: profileId }, query: {} });
  expect(requests[0]?.headers.accept).toBe(pictures.getPicture.bytes);
  expect(picture instanceof Blob && (await picture.text())).toBe('pixels');
});

test('without a status text, an error has the text of the reply, or none', async () => {
  const failure = (body: object) => answerOf(site.getPing, Response.json(body, { status: 502 })).catch((error: unknown) => error);
  expect(await failure({ error: 'Bad Gateway' })).toMatchObject({ statusText: 'Bad Gateway' });
  expect(await failure({})).toMatchObject({ statusText: '' });
});

test('a call carries the proof of an open lock', async () => {
  respondJson(200, { ok: true });
  setDataKeys({ proof: 'proof-1' } as DataKeys);
  await call(site.getPing, {});
  setDataKeys(null);
  await call(site.getPing, {});
  expect(requests.map(({ headers }) => headers['x-lock-proof'])).toEqual(['proof-1', undefined]);
});

test('a locked session on a device without a lock is ended, and the call is repeated', async () => {
  let isLocked = true;
  respond = ({ method }, response) => {
    if (method === 'DELETE') isLocked = false;
    response.writeHead(isLocked ? 423 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isLocked ? { code: 'locked', message: 'Locked.' } : { ok: true }));
  };
  expect(await call(site.getPing, {})).toEqual({ ok: true });
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /api/ping',
    'DELETE /api/auth?keepsBrowserKnown=true',
    'GET /api/ping',
  ]);
});

test('a locked session on a device with a lock remains: the call is refused, but the member stays logged in', async () => {
  vi.resetModules();
  vi.stubGlobal('document', {});
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'lock' ? '"open"' : null), setItem: () => undefined });
  const fresh = await import('./call.ts');
  const signedOut = vi.fn();
  fresh.onSignedOut(signedOut);
  respondJson(423, { code: 'locked', message: 'Locked.' });
  await expect(fresh.call(site.getPing, {})).rejects.toMatchObject({ status: 423, code: 'locked' });
  expect(requests.map(({ method }) => method)).toEqual(['GET']);
  expect(signedOut).not.toHaveBeenCalled();
});

test('the reads of a page note the mark of each answer, and each call that was aborted or lost', async () => {
  const ends: unknown[] = [];
  const [answered, aborted, failed] = [
    (mark: string | null) => void ends.push(mark),
    () => void ends.push('aborted'),
    () => void ends.push('failed'),
  ];
  const begin = vi.spyOn(pageReads, 'begin').mockReturnValue({ answered, aborted, failed });
  try {
    respondJson(200, [], { 'x-read-mark': 'run.20' });
    await call(site.getVersion, {});
    respondJson(200, []);
    await call(site.getVersion, {});
    await expect(call(site.getVersion, {}, { signal: AbortSignal.abort() })).rejects.toThrow();
    respond = (_request, response) => response.destroy();
    await expect(call(site.getVersion, {})).rejects.toThrow(ConnectionLost);
    expect(ends).toEqual(['run.20', null, 'aborted', 'failed']);
  } finally {
    begin.mockRestore();
  }
});
