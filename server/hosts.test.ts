// Accepted host names, and requests that pretend to be for another host.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';

let app: TestApp;
let port = 0;
beforeAll(async () => {
  app = await openTestApp({ env: { PUBLIC_URL: 'https://app.house.test', ALLOWED_HOSTS: 'lan.test, other.test:81' } });
  port = Number(new URL(app.origin).port);
});
afterAll(() => app.close());

describe('a known host is served', () => {
  test.each([
    'localhost',
    'anything.localhost',
    'brazen.localhost:3000',
    '127.0.0.1',
    '[::1]',
    '[::1]:3000',
    'hearthside.example',
    'www.Almanac.example',
    'app.house.test',
    'lan.test:8080',
    'other.test',
  ])('%s', async (host) => {
    expect((await raw([`Host: ${host}`])).status).toBe(200);
  });
});

describe('an unknown host gets a hint about the setting, without an echo of its name', () => {
  test.each(['evil.example', 'brazen.example.evil.example', '10.0.0.1', '<b>evil</b>', 'a b', ''])('%j', async (host) => {
    const { status, text } = await raw([`Host: ${host}`]);
    expect(status).toBe(421);
    expect(text).toContain('content-type: text/plain');
    expect(text).toContain(
      'This host name is not served here. Whoever runs this server can allow it with the setting ALLOWED_HOSTS.',
    );
    if (host !== '') expect(text).not.toContain(host);
  });

  test('on every path, regardless of proxy headers', async () => {
    for (const path of ['/', '/tos', '/manifest.webmanifest', '/sw.js', '/api/openapi.json', '/nowhere']) {
      const { status, text } = await raw(['Host: evil.example', 'X-Forwarded-Host: brazen.example'], path);
      expect([path, status]).toEqual([path, 421]);
      expect(text).not.toMatch(/evil|brazen/);
    }
  });
});

test('no socket is opened for an unknown host', async () => {
  const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='];
  const { status, text } = await raw(['Host: evil.example', 'Origin: http://evil.example', ...upgrade], '/api/ws', 'Upgrade');
  expect(status).toBe(421);
  expect(text).not.toContain('evil');
});

describe('a request with two hosts is refused', () => {
  test.each([
    ['two different Host headers', ['Host: brazen.example', 'Host: almanac.example'], '/api/ping'],
    ['the same Host header twice', ['Host: brazen.example', 'Host: brazen.example'], '/api/ping'],
    ['an absolute URL with another host', ['Host: brazen.example'], 'http://almanac.example/api/ping'],
    ['an absolute URL with the same host', ['Host: brazen.example'], 'http://brazen.example/api/ping'],
  ] as const)('%s', async (_what, headers, path) => {
    const { status, text } = await raw(headers, path);
    expect(status).toBe(400);
    expect(text).not.toContain('"ok":true');
  });
});

/** Sends a request over TCP, since HTTP clients would correct these headers. */
function raw(headers: readonly string[], path = '/api/ping', connection = 'close'): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write([`GET ${path} HTTP/1.1`, ...headers, `Connection: ${connection}`, '', ''].join('\r\n'));
    });
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text }));
  });
}
