// Host and origin checks, including requests of foreign pages with a member's cookie.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settings } from '#shared/contract/settings.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { ask, sendRaw, type RawRequest } from '#server/testing/faults/raw-request.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import type { Member } from '#server/testing/app/members.ts';

let app: TestApp;
let anton: Member;
let host = '';
let port = 0;
beforeAll(async () => {
  app = await openTestApp();
  anton = await app.member({ name: 'Anton' });
  ({ host } = new URL(app.origin));
  port = Number(new URL(app.origin).port);
});
afterAll(() => app.close());

const cookie = () => `sid=${anton.cookies.get('sid') ?? ''}`;
const asked = (request: RawRequest) => ask(port, request);

describe('a page of another origin', () => {
  const origins = () => [
    'https://evil.example',
    'null',
    `${app.origin}.evil.example`,
    `${app.origin}@evil.example`,
    `https://${host}`,
    `http://${host.split(':')[0]}`,
    'http://localhost:1',
    'http://127.0.0.1',
    'https://brazen.example',
    `${app.origin}/`,
    '',
    `${app.origin}, https://evil.example`,
  ];
  const boundary = 'multipart/form-data; boundary=x';
  const form = (fields: Record<string, string>) =>
    `${Object.entries(fields)
      .map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')}--x--\r\n`;
  /** Requests of a form, of a script without preflight, and of one with it. */
  const sends = (): RawRequest[] => [
    {
      method: 'POST',
      target: '/api/auth',
      headers: [['content-type', boundary]],
      body: form({ username: 'a@b', password: 'c' }),
    },
    {
      method: 'POST',
      target: '/api/profile-pic',
      headers: [['content-type', boundary]],
      body: form({ authorProfileId: anton.profileId }),
    },
    { method: 'POST', target: '/api/auth', headers: [['content-type', 'text/plain']], body: 'username=a' },
    {
      method: 'POST',
      target: '/api/message',
      headers: [['content-type', 'application/x-www-form-urlencoded']],
      body: 'bodyText=x',
    },
    { method: 'PUT', target: '/api/settings', headers: [['content-type', 'application/json']], body: '{"name":"Eve"}' },
    { method: 'DELETE', target: '/api/auth' },
    { method: 'POST', target: '/api/no-such-call' },
    { method: 'OPTIONS', target: '/api/settings' },
  ];

  test('cannot change anything with a member’s cookie, and gets no cookie', async () => {
    for (const origin of origins())
      for (const request of sends()) {
        const headers = [['host', host], ['cookie', cookie()], ['origin', origin], ...(request.headers ?? [])] as const;
        const answer = await asked({ ...request, headers });
        expect([origin, request.target, answer.status]).toEqual([origin, request.target, 403]);
        expect(answer.json).toMatchObject({ code: 'foreign-origin' });
        expect(answer.headers.has('set-cookie')).toBe(false);
        expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    expect(await anton.call(settings.getSettings)).toMatchObject({ name: '' });
  });

  test.each([
    ['cross-site', 403],
    ['same-site', 403],
    ['same-origin', 200],
    ['none', 200],
  ])('without an Origin header is judged by Sec-Fetch-Site %s: %i', async (site, status) => {
    const headers = [
      ['host', host],
      ['cookie', cookie()],
      ['sec-fetch-site', site],
      ['content-type', 'application/json'],
    ] as const;
    expect((await asked({ method: 'PUT', target: '/api/settings', headers, body: '{}' })).status).toBe(status);
  });

  test('is refused by its origin, regardless of Sec-Fetch-Site', async () => {
    const headers = [
      ['host', host],
      ['cookie', cookie()],
      ['origin', 'https://evil.example'],
      ['sec-fetch-site', 'same-origin'],
      ['content-type', 'application/json'],
    ] as const;
    expect((await asked({ method: 'PUT', target: '/api/settings', headers, body: '{}' })).status).toBe(403);
  });

  test('cannot open a socket, even with a similar origin', async () => {
    for (const origin of [...origins().filter((one) => one !== ''), null])
      await expect(openSocket(anton, { origin }), String(origin)).rejects.toThrow('refused with 403');
    const socket = await openSocket(anton, { origin: app.origin.toUpperCase().replace('HTTP', 'http') });
    await socket.settled();
    socket.close();
  });

  test('gets no upgrade on any other path', async () => {
    for (const [target, origin, status] of [
      ['/api/ping', 'https://evil.example', 403],
      ['/api/settings', 'https://evil.example', 403],
      ['/', 'https://evil.example', 403],
      ['/api/ping', app.origin, 400],
      ['/api/settings', app.origin, 400],
      ['/', app.origin, 400],
    ] as const) {
      const headers = [
        ['host', host],
        ['cookie', cookie()],
        ['origin', origin],
        ['upgrade', 'websocket'],
        ['sec-websocket-key', 'dGhlIHNhbXBsZSBub25jZQ=='],
        ['sec-websocket-version', '13'],
      ] as const;
      const lines = [...headers, ['connection', 'Upgrade'] as const].map(([name, value]) => `${name}: ${value}\r\n`).join('');
      expect([target, (await sendRaw(port, `GET ${target} HTTP/1.1\r\n${lines}\r\n`)).status]).toEqual([target, status]);
    }
  });
});

test('a request without an origin, from a program other than a browser, is accepted', async () => {
  const headers = [
    ['host', host],
    ['cookie', cookie()],
    ['content-type', 'application/json'],
  ] as const;
  expect((await asked({ method: 'PUT', target: '/api/settings', headers, body: '{}' })).status).toBe(200);
});

describe('a host', () => {
  const get = (headers: RawRequest['headers'], target = '/api/version') => asked({ target, headers: headers ?? [] });

  test.each([
    ['localhost', 200],
    ['LOCALHOST:81', 200],
    ['localhost.', 200],
    ['[::1]:3000', 200],
    ['brazen.example', 200],
    ['evil.example', 421],
    ['brazen.example.evil.example', 421],
    ['evil.brazen.example', 421],
    ['brazen.example@evil.example', 421],
    ['brazen.example, evil.example', 421],
    ['brazen.example:80:80', 421],
    ['brazen.example/', 421],
    ['localhost evil.example', 421],
    ['', 421],
  ])('%j is answered %i', async (name, status) => {
    expect((await get([['host', name]])).status).toBe(status);
  });

  test('must be given exactly once, and not in the request line', async () => {
    expect(
      (
        await get([
          ['host', host],
          ['host', 'evil.example'],
        ])
      ).status,
    ).toBe(400);
    expect(
      (
        await get([
          ['host', host],
          ['Host', host],
        ])
      ).status,
    ).toBe(400);
    expect((await get([['host', host]], `http://evil.example/api/version`)).status).toBe(400);
    expect((await get([])).status).toBe(400);
  });

  test('is never taken from forwarding headers of untrusted clients', async () => {
    const forwarded = [
      ['host', host],
      ['x-forwarded-host', 'evil.example'],
      ['forwarded', 'host=evil.example'],
    ] as const;
    expect((await get(forwarded)).text).not.toContain('evil');
    const register = {
      method: 'POST',
      target: '/api/auth/register',
      body: JSON.stringify({ email: 'ada@example.org', acknowledgements: ['technical', 'age', 'law'] }),
    };
    const json = ['content-type', 'application/json'] as const;
    expect((await asked({ ...register, headers: [['host', 'evil.example'], json] })).status).toBe(421);
    expect((await asked({ ...register, headers: [...forwarded, json] })).status).toBe(200);
    await expect.poll(() => app.mail.sent.length).toBe(1);
    expect(JSON.stringify(app.mail.sent)).not.toContain('evil');
  });
});

describe('caching by browsers and proxies', () => {
  test('is forbidden for all API replies', async () => {
    for (const [caller, target] of [
      [anton, '/api/settings'],
      [anton, `/api/profile/${anton.profileId}`],
      [anton, '/api/profile/x'],
      [anton, '/api/no-such-call'],
      [anton, '/api/profile-pic/00000000-0000-4000-8000-000000000000'],
      [anton, '/api/%zz'],
      [app.visitor(), '/api/settings'],
      [app.visitor(), '/api/version'],
      [app.visitor(), '/api/settings.css'],
      [app.visitor(), '/api/settings/style.css'],
    ] as const) {
      const { headers } = await caller.send('GET', target);
      expect([target, headers['cache-control'], headers['x-content-type-options']]).toEqual([
        target,
        'private, no-store',
        'nosniff',
      ]);
    }
  });
});
