// The request of one write, and what each answer of the server means for it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setDataKeys, type DataKeys } from '#client/device/data-keys.ts';
import { waiting } from '#client/testing/messages.ts';
import { sendEntry, sendRequest } from './send.ts';

let asked: RequestInit[];
let answer: () => Response;

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (_path: string, request: RequestInit) => {
    asked.push(request);
    return answer();
  });
});
afterEach(() => void vi.unstubAllGlobals());

const json = (status: number, body: unknown, headers: Record<string, string> = {}) => Response.json(body, { status, headers });
const redirectedTo = (path: string): Response =>
  Object.defineProperties(new Response('<html>'), {
    redirected: { value: true },
    url: { value: `https://hearthside.example${path}` },
  });
const send = (next: () => Response, change: Parameters<typeof waiting>[1] = {}) => {
  answer = next;
  return sendEntry(waiting('1', change));
};

test('a request has the write’s key, JSON and version, and is never cached', async () => {
  await send(() => json(200, {}), { key: 'key-1', body: { a: 1 }, version: '"3"', method: 'PUT' });
  expect(asked[0]).toMatchObject({
    method: 'PUT',
    headers: {
      accept: 'application/json',
      'x-written-by': 'ada',
      'content-type': 'application/json',
      'idempotency-key': 'key-1',
      'if-match': '"3"',
    },
    body: '{"a":1}',
    credentials: 'same-origin',
    cache: 'no-store',
  });
});

test('a request without body and version has neither', async () => {
  await send(() => json(200, {}), { key: 'key-1', body: null, version: null, method: 'DELETE' });
  expect(asked[0]).toMatchObject({ method: 'DELETE', body: null });
  expect(asked[0]?.headers).toEqual({
    accept: 'application/json',
    'x-written-by': 'ada',
    'idempotency-key': 'key-1',
  });
});

test('a response has the reply and the new version', async () => {
  expect(await send(() => json(200, { id: 'm1' }, { etag: '"4"' }))).toEqual({ is: 'done', reply: { id: 'm1' }, version: '"4"' });
  expect(await send(() => new Response(null, { status: 204 }))).toEqual({ is: 'done', reply: null, version: null });
});

test('an incomplete response, or none, is a lost connection', async () => {
  expect(await send(() => new Response('{"id":'))).toEqual({ is: 'lost' });
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  expect(await sendRequest('/api/ping', {})).toEqual({ is: 'lost' });
});

test('a redirect to the login means that the session has ended, any other one is followed', async () => {
  expect(await send(() => redirectedTo('/login'))).toMatchObject({ is: 'refused', status: 401 });
  expect(
    await send(() => Object.defineProperty(redirectedTo('/api/elsewhere'), 'json', { value: async () => ({}) })),
  ).toMatchObject({
    is: 'done',
  });
});

test('a refusal has code, message and Retry-After', async () => {
  expect(await send(() => json(429, { code: 'too-many-requests', message: 'Please wait.' }, { 'retry-after': '7' }))).toEqual({
    is: 'refused',
    status: 429,
    code: 'too-many-requests',
    message: 'Please wait.',
    retryAfterMs: 7_000,
  });
});

test.each([
  ['in HTML', () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' })],
  ['that is no object', () => Response.json(null, { status: 502, statusText: 'Bad Gateway' })],
  ['whose fields are no texts', () => Response.json({ code: 1, message: 2 }, { status: 502, statusText: 'Bad Gateway' })],
])('a refusal %s has its status text as message', async (_, next) => {
  expect(await send(next)).toEqual({ is: 'refused', status: 502, code: '', message: 'Bad Gateway', retryAfterMs: null });
});

test('the newer state in a 412 is used only with its version', async () => {
  const overtaken = { code: 'changed-meanwhile', message: 'Changed.', current: { height: '185 cm' } };
  expect(await send(() => json(412, overtaken, { etag: '"7"' }))).toMatchObject({
    newer: { state: { height: '185 cm' }, version: '"7"' },
  });
  for (const next of [() => json(412, overtaken), () => json(412, { ...overtaken, current: null }, { etag: '"7"' })])
    expect(await send(next)).not.toHaveProperty('newer');
});

test('while a lock is set, a write carries the proof that it is open', async () => {
  setDataKeys({ proof: 'proof-1' } as DataKeys);
  await send(() => json(200, {}), { body: null, version: null });
  setDataKeys(null);
  await send(() => json(200, {}), { body: null, version: null });
  expect(asked.map(({ headers }) => new Headers(headers).get('x-lock-proof'))).toEqual(['proof-1', null]);
});
