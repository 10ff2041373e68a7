// Files served from memory: encodings, entity tags and headers.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { revisionOf, sendFile, servedFile, textFile } from './served-file.ts';

const text = 'some text '.repeat(100);
const picture = Buffer.from('a picture');
let app: FastifyInstance;
beforeAll(() => {
  app = Fastify();
  const page = textFile(text, { type: 'text/plain', cacheControl: 'no-cache', headers: { 'x-own': 'yes' } });
  const plain = servedFile({ type: 'image/png', cacheControl: 'no-store', plain: picture });
  app.get('/text', (request, reply) => sendFile(request, reply, page));
  app.get('/gone', (request, reply) => sendFile(request, reply, page, 404));
  app.get('/picture', (request, reply) => sendFile(request, reply, plain));
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test.each([
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['BR', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0 , gzip', 'gzip'],
  ['br;q=0.1, gzip', 'br'],
  ['br;q=0,gzip;q=0', undefined],
  ['brotli, x-gzip', undefined],
  ['identity', undefined],
  ['', undefined],
])('a text is sent to a client that accepts %j as %s', async (accepted, encoding) => {
  const { headers, rawPayload } = await get('/text', { 'accept-encoding': accepted });
  expect([headers['content-encoding'], headers['vary']]).toEqual([encoding, 'accept-encoding']);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((bytes: Buffer) => bytes);
  expect(decode(rawPayload).toString()).toBe(text);
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-own': 'yes' });
  if (encoding !== undefined) expect(rawPayload.length).toBeLessThan(text.length / 5);
});

test('a long list of encodings is read at once', async () => {
  const fromMs = performance.now();
  const { headers } = await get('/text', { 'accept-encoding': `br${' '.repeat(100_000)}x, gzip` });
  expect(headers['content-encoding']).toBe('gzip');
  expect(performance.now() - fromMs).toBeLessThan(1_000);
});

test('a picture is sent as it is', async () => {
  const { headers, rawPayload } = await get('/picture', { 'accept-encoding': 'br, gzip' });
  expect(rawPayload).toEqual(picture);
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' });
  expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, undefined]);
});

test('a client that names the tag of the current bytes gets no body, unless the page is an error', async () => {
  const tag = `W/"${revisionOf(text)}"`;
  expect((await get('/text')).headers.etag).toBe(tag);
  for (const [named, status] of [
    [tag, 304],
    [`"other", ${tag}`, 304],
    [`${tag.slice(0, -2)}"`, 200],
    ['*', 200],
  ] as const) {
    const { statusCode, body } = await get('/text', { 'if-none-match': named });
    expect([named, statusCode, body]).toEqual([named, status, status === 304 ? '' : text]);
  }
  expect((await get('/gone', { 'if-none-match': tag })).statusCode).toBe(404);
});

test('the revision depends on the bytes only', () => {
  expect(revisionOf('a')).toBe(revisionOf(Buffer.from('a')));
  expect(revisionOf('a')).toMatch(/^[\da-f]{16}$/);
  expect(revisionOf('a')).not.toBe(revisionOf('b'));
});
