// Tests that a reverse proxy that does not say for whom it forwards, or lets members say it, is logged once, and that others are not.
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask } from '#server/testing/faults/raw-request.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
let lines: string[];
beforeEach(async () => {
  lines = [];
  app = await appBehind('loopback');
});
afterEach(() => app.close());

function appBehind(proxies: string): Promise<TestApp> {
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg) });
  return openTestApp({ env: { TRUST_PROXY: proxies, PUBLIC_URL: 'https://meet.org' }, parts: { log } });
}

const call = (...headers: [string, string][]) =>
  ask(Number(new URL(app.origin).port), {
    method: 'POST',
    target: '/api/register',
    headers: [['host', 'meet.org'], ['origin', 'https://meet.org'], ['content-type', 'application/json'], ...headers],
    body: '{}',
  });

test('a proxy without X-Forwarded-Proto', async () => {
  for (let n = 0; n < 3; n += 1) await call(['x-forwarded-for', '203.0.113.7']);
  expect(lines).toEqual([expect.stringMatching(/^the reverse proxy does not send X-Forwarded-Proto, or TRUST_PROXY/)]);
});

test('a proxy without X-Forwarded-For', async () => {
  for (let n = 0; n < 3; n += 1) await call(['x-forwarded-proto', 'https']);
  expect(lines).toEqual([expect.stringMatching(/^the reverse proxy does not send X-Forwarded-For: /)]);
});

test('a proxy that keeps the addresses of clients, where every proxy is trusted', async () => {
  const callWithTwo = () => call(['x-forwarded-proto', 'https'], ['x-forwarded-for', '198.51.100.1, 203.0.113.7']);
  await callWithTwo();
  expect(lines).toEqual([]);
  await app.close();
  app = await appBehind('true');
  for (let n = 0; n < 3; n += 1) await callWithTwo();
  expect(lines).toEqual([expect.stringMatching(/^the reverse proxy keeps what clients send as X-Forwarded-For/)]);
});

test('a proxy with both', async () => {
  await call(['x-forwarded-proto', 'https'], ['x-forwarded-for', '203.0.113.7']);
  expect(lines).toEqual([]);
});
