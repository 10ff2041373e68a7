// Tests sixty mostly malicious uploads to a server that decodes them.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problems } from '#shared/contract/problems.ts';
import { pictureScaling } from '#server/outside/picture-scaling.ts';
import type { Answer } from '#server/testing/app/browser.ts';
import type { Member } from '#server/testing/app/members.ts';
import { pictureCorpus, type CorpusFile } from '#server/testing/fakes/picture-corpus.ts';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

const scaling = pictureScaling();
let app: TestApp;
let files: readonly CorpusFile[];
beforeAll(async () => {
  app = await openTestApp({ parts: { pictureScaling: scaling } });
  files = await pictureCorpus();
}, 120_000);
afterAll(async () => {
  scaling.close();
  await app.close();
});

const upload = (from: Member, bytes: Buffer): Promise<Answer> =>
  from.form('/api/profile-pic', { authorProfileId: from.profileId, picfile: { bytes, name: 'a.png', type: 'image/png' } });

test('each of sixty files is accepted, or refused with a reason', async () => {
  const anton = await app.member();
  expect(files).toHaveLength(60);
  for (const { name, bytes, refusals } of files) {
    const { status, body } = await upload(anton, bytes);
    const code: unknown = Reflect.get(Object(body), 'code');
    if (refusals === null) expect([status, code], name).toEqual([200, undefined]);
    else {
      const answered = refusals.find((refusal) => refusal === code);
      expect(answered, `${name}: ${status} ${String(code)}`).toBeDefined();
      expect(status, name).toBe(problems[answered ?? 'bad-request'].statusCode);
      expect(Reflect.get(Object(body), 'message'), name).toMatch(/^Error: /);
    }
  }
}, 120_000);

test('twenty simultaneous uploads are accepted, on a slow machine some of them only when they are repeated', async () => {
  const boris = await app.member();
  const picture = await plainPicture('jpeg', 3_000, 2_000);
  const accepted = async (): Promise<number> => {
    const { status, body } = await upload(boris, picture);
    return status === 503 && Reflect.get(Object(body), 'code') === 'overloaded' ? accepted() : status;
  };
  const statuses = await Promise.all(Array.from({ length: 20 }, accepted));
  expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
}, 120_000);

test('a form of a thousand parts is refused', async () => {
  const carl = await app.member();
  const parts = Array.from({ length: 1_000 }, (_, part) => [`part${part}`, 'x'] as const);
  const { status, body } = await carl.form('/api/profile-pic', { authorProfileId: carl.profileId, ...Object.fromEntries(parts) });
  expect([400, 413]).toContain(status);
  expect(Reflect.get(Object(body), 'statusCode')).toBe(status);
});

/** Sends an upload piece by piece. Resolves to what was answered until the connection was closed. */
async function uploadSlowly(
  from: TestApp,
  cookies: Member['cookies'] | null,
  pieces: Iterable<Buffer>,
  everyMs: number,
): Promise<string> {
  const { port, host } = new URL(from.origin);
  const cookie = [...(cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = connect(Number(port), '127.0.0.1');
  const head = [
    'POST /api/profile-pic HTTP/1.1',
    `host: ${host}`,
    `origin: ${from.origin}`,
    `cookie: ${cookie}`,
    'content-type: multipart/form-data; boundary=x',
    'content-length: 100000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const waiting = pieces[Symbol.iterator]();
  const writing = setInterval(() => {
    const { value } = waiting.next();
    if (value) socket.write(value);
  }, everyMs);
  const received: Buffer[] = [];
  socket.on('data', (bytes) => {
    received.push(bytes);
    if (bytes.includes('"id"')) socket.end();
  });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.on('close', resolve));
  clearInterval(writing);
  return Buffer.concat(received).toString();
}

/** A form with a picture, of exactly 100,000 bytes. */
async function pictureForm({ profileId }: Member): Promise<Buffer> {
  const field = (name: string, more = '') => `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const head = `${field('authorProfileId')}${profileId}\r\n${field('picfile', '; filename="a.png"\r\ncontent-type: image/png')}`;
  const parts = [Buffer.from(head), await plainPicture('png', 300, 200), Buffer.from('\r\n--x--\r\n')];
  const padding = Buffer.alloc(100_000 - parts.reduce((sum, { length }) => sum + length, 0), ' ');
  return Buffer.concat([...parts, padding]);
}

describe('a slow upload', () => {
  let impatient: TestApp;
  beforeAll(async () => {
    impatient = await openTestApp({ limits: { requestTimeoutMs: 1_000, headersTimeoutMs: 1_000, connectionsCheckMs: 100 } });
  });
  afterAll(() => impatient.close());
  const oneByteEach = Array.from({ length: 1_000 }, () => Buffer.from('-'));

  test('of one byte at a time is disconnected', async () => {
    const dieter = await impatient.member();
    expect(await uploadSlowly(impatient, dieter.cookies, oneByteEach, 100)).toMatch(/^(HTTP\/1\.1 408 |$)/);
  }, 20_000);

  test('that was refused is disconnected, too', async () => {
    expect(await uploadSlowly(impatient, null, oneByteEach, 100)).toMatch(/^HTTP\/1\.1 401 /);
  }, 20_000);

  test('that goes on arriving is accepted, even if it takes longer than other requests may', async () => {
    const emil = await impatient.member();
    const form = await pictureForm(emil);
    const pieces = Array.from({ length: 10 }, (_, at) => form.subarray(at * 10_000, (at + 1) * 10_000));
    expect(await uploadSlowly(impatient, emil.cookies, pieces, 300)).toMatch(/^HTTP\/1\.1 200 /);
  }, 20_000);
});

test('an ordinary picture is accepted afterwards', async () => {
  expect((await upload(await app.member(), await plainPicture('png'))).status).toBe(200);
});
