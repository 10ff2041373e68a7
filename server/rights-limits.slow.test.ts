// Time-outs and rate limits at production values: slow connections are closed, and nobody can download all members.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minuteMs } from '#shared/rules/durations.ts';
import { serverLimits } from './limits.ts';
import type { Member } from './testing/app/members.ts';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';

describe('a slow connection', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ env: { LOG_LEVEL: 'silent' } });
  });
  afterAll(() => app.close());

  interface End {
    readonly afterMs: number;
    readonly text: string;
  }

  /** Sends the beginning of a request, then one piece a second, until the server hangs up. */
  function sendSlowly(start: string, piece: string): Promise<End> {
    const startedMs = performance.now();
    return new Promise((resolve) => {
      let text = '';
      const socket = connect(Number(new URL(app.origin).port), '127.0.0.1', () => socket.write(start));
      const timer = piece === '' ? undefined : setInterval(() => socket.write(piece), 1_000);
      socket.on('data', (chunk) => (text += String(chunk)));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(timer);
        resolve({ afterMs: performance.now() - startedMs, text });
      });
    });
  }

  const hostLine = () => `host: ${new URL(app.origin).host}\r\n`;
  const post = (headers: string) => `POST /api/auth/register HTTP/1.1\r\n${hostLine()}${headers}`;

  test('is closed if its headers or its body are slow or it is idle, while others are served', async () => {
    const slow = [
      sendSlowly(post('x-a: '), 'y'),
      sendSlowly(post('content-type: application/json\r\ncontent-length: 60000\r\n\r\n{'), ' '),
      sendSlowly(post('content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'), '1\r\n{\r\n'),
      ...Array.from({ length: 50 }, () => sendSlowly(post('x-a: '), 'y')),
    ];
    const idle = [sendSlowly('', ''), sendSlowly(`GET /api/ping HTTP/1.1\r\n${hostLine()}\r\n`, '')];
    const { status } = await app.visitor().send('GET', '/api/ping');
    expect(status).toBe(200);
    // The server checks every two seconds; the rest allows for a slow machine.
    const timeoutMs = Math.max(serverLimits.headersTimeoutMs, serverLimits.requestTimeoutMs) + 10_000;
    for (const { afterMs, text } of await Promise.all(slow)) {
      expect(afterMs).toBeLessThan(timeoutMs);
      expect(text === '' || text.startsWith('HTTP/1.1 408')).toBe(true);
    }
    for (const { afterMs } of await Promise.all(idle)) expect(afterMs).toBeLessThan(serverLimits.connectionTimeoutMs + 15_000);
  });
});

describe('a caller with many requests or large ones', () => {
  let app: TestApp;
  let member: Member;
  beforeAll(async () => {
    app = await openTestApp({
      env: { LOG_LEVEL: 'silent' },
      rates: { ...serverLimits.rates, address: { max: 100_000, perMs: 1_000 } },
    });
  });
  afterAll(() => app.close());

  /** The number of replies before the first 429, and its Retry-After in seconds. */
  async function countUntilRefused(pathOf: (number: number) => string, most: number): Promise<[number, number]> {
    member = await app.member();
    for (let number = 0; number <= most; number += 1) {
      const { status, headers } = await member.send('GET', pathOf(number));
      if (status === 429) return [number, Number(headers['retry-after'])];
    }
    return [Infinity, 0];
  }

  const unknown = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

  test.each([
    ['600 calls in five minutes', (number: number) => `/api/profile/${unknown(number)}`, 600],
    ['3,000 lists of members nearby', () => '/api/profile-positions/aggregates', 3_000],
    ['6,000 pictures', (number: number) => `/api/profile-pic/${unknown(number)}`, 6_000],
  ])('has to wait after %s', async (_name, pathOf, most) => {
    expect(await countUntilRefused(pathOf, 10_000)).toEqual([most, 1]);
  });

  test('has to wait after 2,000 different sectors in a day, while sectors already requested stay available', async () => {
    const sector = (number: number) => `/api/profile-briefs/by-sector/${Math.floor(number / 300) - 40}:${(number % 300) - 150}`;
    const [answered, seconds] = await countUntilRefused(sector, 2_500);
    expect(answered).toBe(2_000);
    expect(seconds).toBeGreaterThan(23 * 3_600);
    app.clock.pass(5 * minuteMs);
    expect((await member.send('GET', sector(7))).status).toBe(200);
    expect((await member.send('GET', sector(2_100))).status).toBe(429);
  });

  test('gets an answer for any size of a page, but none for an area of more than ten degrees', async () => {
    member = await app.member();
    for (const path of ['nearest?lat=1&lon=1&', 'by-bounds?latMin=0&lonMin=0&latMax=1&lonMax=1&', 'by-sector/0:0?'])
      expect((await member.send('GET', `/api/profile-briefs/${path}page=0&size=1000000`)).status).toBe(200);
    for (const box of ['latMin=0&lonMin=0&latMax=10.01&lonMax=1', 'latMin=0&lonMin=0&latMax=1&lonMax=10.01'])
      expect((await member.send('GET', `/api/profile-briefs/by-bounds?${box}`)).body).toMatchObject({ code: 'bad-bounds' });
  });
});
