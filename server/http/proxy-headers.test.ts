// Tests that a reverse proxy that does not say for whom it forwards is logged once, and that one that does is not.
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask } from '#server/testing/faults/raw-request.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
let lines: string[];
beforeEach(async () => {
  lines = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg) });
  app = await openTestApp({ env: { TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://meet.org' }, parts: { log } });
});
afterEach(() => app.close());

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

test('a proxy with both', async () => {
  await call(['x-forwarded-proto', 'https'], ['x-forwarded-for', '203.0.113.7']);
  expect(lines).toEqual([]);
});
