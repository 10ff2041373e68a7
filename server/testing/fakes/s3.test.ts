// The store of tests behaves like S3: objects, lists in pages, errors, and signatures that are really checked.
import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { expect, onTestFinished, test } from 'vitest';
import { fetchAt } from './fetch-at.ts';
import { signatureError } from './s3-signature.ts';
import { startS3, testKeys } from './s3.ts';

async function opened(pageSize = 1_000) {
  const store = await startS3({ pageSize });
  onTestFinished(() => store.close());
  async function call(
    method: string,
    path: string,
    { body = '', secretKey = testKeys.secretKey as string, spoil = (headers: Headers) => headers } = {},
  ) {
    const url = `${store.endpoint}/pictures${path}`;
    const { headers } = await new AwsV4Signer({
      method,
      url,
      headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'), 'content-type': 'text/plain' },
      accessKeyId: testKeys.accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region: 'us-east-1',
    }).sign();
    const answer = await fetch(url, { method, headers: spoil(headers), ...(body === '' ? {} : { body }) });
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  }
  return { store, call };
}

test('the store puts, gets, heads and deletes objects', async () => {
  const { call } = await opened();
  expect((await call('PUT', '/a/b', { body: 'first' })).status).toBe(200);
  expect((await call('PUT', '/a/b', { body: 'second' })).status).toBe(200);
  expect(await call('GET', '/a/b')).toEqual({ status: 200, type: 'text/plain', text: 'second' });
  expect(await call('HEAD', '/a/b')).toEqual({ status: 200, type: 'text/plain', text: '' });
  expect((await call('DELETE', '/a/b')).status).toBe(204);
  expect((await call('DELETE', '/a/b')).status).toBe(204);
  const gone = await call('GET', '/a/b');
  expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('<Code>NoSuchKey</Code>')]);
  expect((await call('HEAD', '/a/b')).status).toBe(404);
});

test('the store lists by prefix and folder, in pages that follow each other', async () => {
  const { call } = await opened(2);
  for (const key of ['c', 'p/1', 'p/2/x', 'p/2/y', 'p/3', 'p/a b&<+'])
    await call('PUT', `/${encodeURIComponent(key).replaceAll('%2F', '/')}`, { body: 'x' });
  const page = (query: string) => call('GET', `?list-type=2&prefix=p/${query}`);
  const first = await page('');
  expect(first.text).toMatch(/<IsTruncated>true<.*<Key>p\/1<.*<Key>p\/2\/x</);
  const token = /<NextContinuationToken>(.+)<\/Next/.exec(first.text)?.[1] ?? '';
  expect((await page(`&continuation-token=${encodeURIComponent(token)}`)).text).toMatch(/<Key>p\/2\/y<.*<Key>p\/3</);
  expect((await page('&delimiter=/')).text).toMatch(/<Key>p\/1<.*<CommonPrefixes><Prefix>p\/2\/<\/Prefix>/);
  expect((await call('GET', '?list-type=2&prefix=p/a')).text).toContain('<Key>p/a b&amp;&lt;+</Key>');
  expect((await call('GET', '?list-type=2&prefix=p/a&encoding-type=url')).text).toContain('<Key>p%2Fa%20b%26%3C%2B</Key>');
});

test.each<[string, string, Parameters<Awaited<ReturnType<typeof opened>>['call']>[2]]>([
  ['no signature', 'AccessDenied', { spoil: (headers) => (headers.delete('authorization'), headers) }],
  ['another secret', 'SignatureDoesNotMatch', { secretKey: 'other' }],
  ['another key', 'InvalidAccessKeyId', { spoil: (headers) => changed(headers, 'AKIDEXAMPLE', 'AKIDOTHER') }],
  ['another region', 'AuthorizationHeaderMalformed', { spoil: (headers) => changed(headers, 'us-east-1', 'eu-west-1') }],
  [
    'another signature',
    'SignatureDoesNotMatch',
    { spoil: (headers) => changed(headers, /Signature=.*/, `Signature=${'0'.repeat(64)}`) },
  ],
  ['an old date', 'RequestTimeTooSkewed', { spoil: (headers) => withOldDate(headers) }],
  [
    'the hash of another body',
    'XAmzContentSHA256Mismatch',
    { spoil: (headers) => (headers.set('x-amz-content-sha256', '0'.repeat(64)), headers) },
  ],
  ['a token that was not asked for', 'InvalidToken', { spoil: (headers) => (headers.set('x-amz-security-token', 'x'), headers) }],
  ['a header that is not signed', 'AccessDenied', { spoil: (headers) => (headers.set('x-amz-acl', 'public-read'), headers) }],
])('refuses a request with %s', async (_, code, change) => {
  const { store, call } = await opened();
  const answer = await call('PUT', '/a', { body: 'x', ...change });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.text).toContain(`<Code>${code}</Code>`);
  expect([...(store.buckets.get('pictures') ?? [])]).toEqual([]);
});

function changed(headers: Headers, what: string | RegExp, by: string): Headers {
  headers.set('authorization', (headers.get('authorization') ?? '').replace(what, by));
  return headers;
}

function withOldDate(headers: Headers): Headers {
  headers.set('x-amz-date', '20130524T000000Z');
  return changed(headers, /\/\d{8}\//, '/20130524/');
}

test('signatures of a query or a path that was changed on the way do not match', async () => {
  const { store, call } = await opened();
  await call('PUT', '/a', { body: 'x' });
  let authorization: Record<string, string> = {};
  await call('GET', '/a', { spoil: (headers) => ((authorization = Object.fromEntries(headers)), headers) });
  for (const path of ['/pictures/b', '/pictures/a?versions'])
    expect(await (await fetch(store.endpoint + path, { headers: authorization })).text()).toContain('SignatureDoesNotMatch');
});

test('the check of signatures agrees with the examples of the documentation', () => {
  // "Signature Calculations for the Authorization Header", examples of GET Object and of a list of objects.
  const keys = { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
  const nowMs = Date.UTC(2013, 4, 24);
  const shared = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
  };
  const signed = (names: string, signature: string) =>
    `AWS4-HMAC-SHA256 Credential=${keys.accessKey}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`;
  const get = {
    method: 'GET',
    url: '/test.txt',
    body: Buffer.of(),
    headers: {
      ...shared,
      range: 'bytes=0-9',
      authorization: signed(
        'host;range;x-amz-content-sha256;x-amz-date',
        'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      ),
    },
  };
  const list = {
    method: 'GET',
    url: '/?max-keys=2&prefix=J',
    body: Buffer.of(),
    headers: {
      ...shared,
      authorization: signed(
        'host;x-amz-content-sha256;x-amz-date',
        '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      ),
    },
  };
  expect([get, list].map((request) => signatureError(request, keys, 'us-east-1', nowMs))).toEqual([null, null]);
  expect(signatureError({ ...get, url: '/test.tx' }, keys, 'us-east-1', nowMs)).toBe('SignatureDoesNotMatch');
});

test('the store fails on request, before or after it has done what was asked', async () => {
  const { store, call } = await opened();
  const objects = () => [...(store.buckets.get('pictures')?.keys() ?? [])];
  store.fail = () => 'error';
  expect((await call('PUT', '/a', { body: 'x' })).status).toBe(503);
  store.fail = () => 'cut';
  await expect(call('PUT', '/a', { body: 'x' })).rejects.toThrow();
  expect(objects()).toEqual([]);
  store.fail = () => 'error-once-done';
  expect((await call('PUT', '/b', { body: 'x' })).status).toBe(500);
  store.fail = () => 'cut-once-done';
  await expect(call('PUT', '/c', { body: 'x' })).rejects.toThrow();
  expect(objects()).toEqual(['b', 'c']);
});

test('the store answers for a bucket in the host name', async () => {
  const store = await startS3();
  onTestFinished(() => store.close());
  store.buckets.get('pictures')?.set('a', { bytes: Buffer.from('x'), type: 'text/plain' });
  const { headers } = await new AwsV4Signer({
    url: 'http://pictures.s3.test/a',
    headers: { 'x-amz-content-sha256': createHash('sha256').digest('hex') },
    accessKeyId: testKeys.accessKey,
    secretAccessKey: testKeys.secretKey,
    service: 's3',
    region: 'us-east-1',
  }).sign();
  const answer = await fetchAt(store.endpoint)('http://pictures.s3.test/a', { headers });
  expect(await answer.text()).toBe('x');
});
