// The replies and errors of a call, against a real HTTP server.
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '#shared/contract/session.ts';
import { site } from '#shared/contract/site.ts';
import { pictures } from '#shared/contract/pictures.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { answerOf, call, callTagged, onServerTrouble, onSignedOut } from './call.ts';
import { reachability } from './reachability.ts';
import { ConnectionLost, isLater, Refused, ServerTrouble } from './errors.ts';

const profileId = '11111111-1111-4111-8111-111111111111';
let server: Server;
let answer: RequestListener = (_request, response) => response.end();
const seen: IncomingMessage[] = [];
const realFetch = globalThis.fetch;

beforeEach(async () => {
  server = createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(new URL(path, origin), init));
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  seen.length = 0;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  vi.unstubAllGlobals();
});

const answerJson = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
  answer = (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
};

test('a reply arrives as the contract says, with its tag', async () => {
  answerJson(200, { ok: true }, { etag: '"7"' });
  expect(await callTagged(site.getPing, {})).toEqual({ reply: { ok: true }, etag: '"7"' });
});

test('an answer without content is undefined', async () => {
  answer = (_request, response) => response.writeHead(204).end();
  expect(await call(session.deleteAuth, {})).toBeUndefined();
});

test('a write carries its id and the state it was made on', async () => {
  answerJson(200, {});
  await call(session.putSession, { body: { showNsfw: true } }, { idempotencyKey: 'write-1', ifMatch: '"3"' });
  expect(seen[0]?.headers).toMatchObject({ 'idempotency-key': 'write-1', 'if-match': '"3"', 'content-type': 'application/json' });
});

test('a form goes out as multipart', async () => {
  answerJson(200, { status: 'ok' });
  const form = new FormData();
  form.set('username', 'ada@example.org');
  await call(session.postAuth, {}, { form });
  expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
});

test('a refusal says status, code and sentence', async () => {
  answerJson(400, { statusCode: 400, error: 'Bad Request', message: 'A public name is required.', code: 'public-name-missing' });
  const refusal = await call(session.postRegister, { body: { email: '' } }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refused);
  expect(refusal).toMatchObject({ status: 400, code: 'public-name-missing', message: 'A public name is required.' });
});

test('a 401 signs out, but not the 401 of the login itself', async () => {
  let signedOut = 0;
  const stop = onSignedOut(() => signedOut++);
  answerJson(401, { code: 'wrong-login' });
  await expect(call(session.postAuth, {}, { form: new FormData() })).rejects.toBeInstanceOf(Refused);
  expect(signedOut).toBe(0);
  await expect(call(profiles.getProfile, { params: { id: profileId }, query: { admin: false } })).rejects.toBeInstanceOf(Refused);
  expect(signedOut).toBe(1);
  stop();
});

test('a redirect to /login signs out', async () => {
  let signedOut = 0;
  const stop = onSignedOut(() => signedOut++);
  answer = (request, response) =>
    request.url === '/login' ? response.end('<html>') : response.writeHead(302, { location: '/login' }).end();
  await expect(call(site.getPing, {})).rejects.toMatchObject({ status: 401 });
  expect(signedOut).toBe(1);
  stop();
});

test('trouble of the server is told, unless nobody waits for the call', async () => {
  let troubles = 0;
  const stop = onServerTrouble(() => troubles++);
  answerJson(503, { message: 'There is a lot going on right now.' }, { 'retry-after': '3' });
  const quiet = await call(site.getPing, {}, { background: true }).catch((error: unknown) => error);
  expect(isLater(quiet)).toBe(true);
  expect(quiet).toMatchObject({ retryAfterMs: 3_000 });
  expect(troubles).toBe(0);
  await expect(call(site.getPing, {})).rejects.toBeInstanceOf(ServerTrouble);
  expect(troubles).toBe(1);
  stop();
});

test('no answer is a lost connection until the next answer', async () => {
  answer = (request) => request.socket.destroy();
  await expect(call(site.getPing, {})).rejects.toBeInstanceOf(ConnectionLost);
  expect(reachability.get().isLost).toBe(true);
  answerJson(500, 'no words');
  await expect(call(site.getPing, {}, { background: true })).rejects.toBeInstanceOf(ServerTrouble);
  expect(reachability.get().isLost).toBe(false);
});

test('a cancelled call is neither lost nor refused', async () => {
  answer = () => undefined;
  const stop = new AbortController();
  const pending = call(site.getPing, {}, { signal: stop.signal });
  stop.abort();
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  expect(reachability.get().isLost).toBe(false);
});

test('an error names itself, in the words of the status line or of the answer', async () => {
  answerJson(429, { error: 'Too Many Requests', message: 'Please wait.', code: 'too-many-requests' }, { 'retry-after': '7' });
  const refused: unknown = await call(site.getPing, {}).catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: 'Refused', status: 429, statusText: 'Too Many Requests', retryAfterMs: 7_000 });
  answerJson(503, { message: 'There is a lot going on right now.' });
  const trouble: unknown = await call(site.getPing, {}, { background: true }).catch((error: unknown) => error);
  expect(trouble).toMatchObject({
    name: 'ServerTrouble',
    status: 503,
    statusText: 'Service Unavailable',
    message: 'There is a lot going on right now.',
    retryAfterMs: null,
  });
});

test('only 429 and 503 ask to come back later', () => {
  const answer = { statusText: '', code: '', message: '', retryAfterMs: null };
  const later = [429, 503, 400, 500].filter((status) =>
    isLater(new (status < 500 ? Refused : ServerTrouble)({ ...answer, status })),
  );
  expect(later).toEqual([429, 503]);
  expect(isLater(new ConnectionLost('lost'))).toBe(false);
});

test('a refusal is no trouble of the server', async () => {
  let troubles = 0;
  const stop = onServerTrouble(() => troubles++);
  answerJson(404, {});
  await expect(call(site.getPing, {})).rejects.toBeInstanceOf(Refused);
  expect(troubles).toBe(0);
  stop();
});

test('a picture is asked for as such and arrives as its bytes', async () => {
  answer = (_request, response) => response.writeHead(200, { 'content-type': 'image/webp' }).end('pixels');
  const picture: unknown = await call(pictures.getPicture, { params: { id: profileId }, query: {} });
  expect(seen[0]?.headers.accept).toBe(pictures.getPicture.bytes);
  expect(picture instanceof Blob && (await picture.text())).toBe('pixels');
});

test('an error without a status line is named by the answer, or not at all', async () => {
  const failure = (body: object) => answerOf(site.getPing, Response.json(body, { status: 502 })).catch((error: unknown) => error);
  expect(await failure({ error: 'Bad Gateway' })).toMatchObject({ statusText: 'Bad Gateway' });
  expect(await failure({})).toMatchObject({ statusText: '' });
});
