// Limits by IP address: which addresses share an allowance, at every limit, and connections that are reset.
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hourMs } from '#shared/rules/durations.ts';
import { addressGroups } from './http/address-groups.ts';
import { allAcknowledged } from './testing/members/sign-in.ts';
import { openSocket } from './testing/members/sockets.ts';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';

const hour = hourMs;
const two = { max: 2, perMs: hour };

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({
    env: { LOG_LEVEL: 'silent', TRUST_PROXY: 'true' },
    rates: { login: two, register: two, contact: two, calls: two },
    limits: { socketsPerAddress: 2 },
  });
});
afterAll(() => app.close());

const keysOf = (address: string) => addressGroups(address).map(({ key }) => key);

describe('addresses that share an allowance', () => {
  test.each([
    ['203.0.113.7', '::ffff:203.0.113.7'],
    ['203.0.113.7', '::FFFF:cb00:7107'],
    ['203.0.113.7', '0:0:0:0:0:ffff:203.0.113.7'],
    ['203.0.113.7', '203.0.113.7:51234'],
    ['203.0.113.7', '64:ff9b::203.0.113.7'],
    ['203.0.113.7', '2002:cb00:7107::1'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002::9'],
    ['2001:db8:1:2::1', '[2001:db8:1:2::7]:443'],
    ['2001:db8::1', '2001:db8:0:0:8::'],
    ['fe80::1%eth0', 'fe80::2%eth1'],
    ['::1', '::2'],
    ['unknown', 'x'.repeat(10_000)],
    ['', '1.2.3'],
    ['_hidden', '2001:db8:::1'],
  ])('%s and %s', (one, other) => expect(addressGroups(other)).toEqual(addressGroups(one)));
});

describe('addresses with allowances of their own', () => {
  test.each([
    ['203.0.113.7', '203.0.113.8'],
    ['203.0.113.7', '::203.0.113.7'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.8'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['2001:db8:1:2::1', '2001:db8:1:200::1'],
    ['2001:db8:1:2::1', '2001:db8:12::1'],
    ['2001:db8::', '2001:db9::'],
    ['::1', 'unknown'],
    ['2002:cb00:7107::1', '2002:cb00:7108::1'],
  ])('%s and %s', (one, other) => expect(keysOf(one)[0]).not.toBe(keysOf(other)[0]));
});

test('the networks of one /48 together have ten times the allowance of one', () => {
  expect(addressGroups('2001:db8:1:2::1')).toEqual([
    { key: '2001:db8:1:2::/64', share: 1 },
    { key: '2001:db8:1::/48', share: 10 },
  ]);
  expect(keysOf('2001:db8:1:ffff::1')[1]).toBe(keysOf('2001:db8:1:2::1')[1]);
});

interface Limit {
  readonly name: string;
  readonly send: (address: string) => Promise<number>;
}
const from = (address: string) => ({ 'x-forwarded-for': address });
const json = { 'content-type': 'application/json' };
const post = async (path: string, body: object, address: string) =>
  (await app.visitor().send('POST', path, JSON.stringify(body), { ...json, ...from(address) })).status;

const limitsByAddress: readonly Limit[] = [
  {
    name: 'logins',
    send: async (address) =>
      (await app.visitor().form('/api/auth', { username: 'x'.repeat(16), password: 'y' }, from(address))).status,
  },
  {
    name: 'registrations',
    send: (address) => post('/api/auth/register', { email: 'ada@example.org', acknowledgements: allAcknowledged }, address),
  },
  { name: 'contact messages', send: (address) => post('/api/contactus-messages', { name: 'Ada', message: 'Hello' }, address) },
  {
    name: 'calls of visitors',
    send: async (address) => (await app.visitor().send('GET', '/api/version', undefined, from(address))).status,
  },
  {
    name: 'open sockets',
    send: async (address) =>
      openSocket(await app.member(), { address }).then(
        () => 101,
        (error: Error) => Number(/\d+$/.exec(error.message)?.[0]),
      ),
  },
];

describe('a limit by address counts networks, not addresses', () => {
  test.each(limitsByAddress.map(({ name, send }) => [name, send] as const))('%s', async (_name, send) => {
    const isAllowed = async (address: string) => (await send(address)) !== 429;
    for (const [first, second, third, other] of [
      ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107', '203.0.113.8'],
      ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:a:b:c:d', '2001:db8:1:3::1'],
    ] as const) {
      expect([await isAllowed(first), await isAllowed(second), await isAllowed(third)]).toEqual([true, true, false]);
      expect(await isAllowed(other)).toBe(true);
    }
    // Of the twenty calls of the /48, two by one network and one by another are used.
    const answers = [];
    for (let network = 16; network < 36; network += 1) answers.push(await isAllowed(`2001:db8:1:${network.toString(16)}::1`));
    expect(answers).toEqual([...Array<boolean>(17).fill(true), false, false, false]);
    expect(await isAllowed('2001:db8:2:1::1')).toBe(true);
  });
});

test('all calls of an address are limited together, whatever they are', async () => {
  const limited = await openTestApp({ env: { LOG_LEVEL: 'silent', TRUST_PROXY: 'true' }, rates: { address: two } });
  try {
    const statuses = [];
    for (const [path, address] of [
      ['/api/version', '2001:db8:1:2::1'],
      ['/api/settings', '2001:db8:1:2::2'],
      ['/api/version', '2001:db8:1:2::3'],
      ['/api/version', '2001:db8:1:3::3'],
    ] as const)
      statuses.push((await limited.visitor().send('GET', path, undefined, from(address))).status);
    expect(statuses).toEqual([200, 401, 429, 200]);
  } finally {
    await limited.close();
  }
});

/** Some connections are reset before the server has read the first request. */
const resetsAfterMs = Array.from({ length: 20 }, (_, nth) => nth % 4);
const max = 400;

describe('a connection that is reset after several requests', () => {
  test.each([
    ['directly', {}],
    ['behind a proxy', { TRUST_PROXY: '127.0.0.1' }],
  ] as const)('has each of them counted, and nothing is logged: %s', async (_name, env: Readonly<Record<string, string>>) => {
    const logged: string[] = [];
    const log = pino(
      { level: 'warn', base: null },
      new Writable({ write: (line, _encoding, done) => (logged.push(String(line)), done()) }),
    );
    const busy = await openTestApp({ env, parts: { log }, rates: { address: { max, perMs: hour } } });
    try {
      let [requests, unanswered] = [0, 0];
      busy.app.server.on('request', (_request, response) => {
        requests += 1;
        unanswered += 1;
        response.on('close', () => (unanswered -= 1));
      });
      const { host, port } = new URL(busy.origin);
      const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
      const form = `POST /api/auth HTTP/1.1\r\nhost: ${host}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 500\r\n\r\n--b`;
      for (const text of [get('/api/version') + get('/api/settings'), get('/api/openapi.json').repeat(8), get('/') + form])
        for (const afterMs of resetsAfterMs) await reset(Number(port), text, afterMs);
      // The server still handles requests that arrived before a reset. It begins with all of them before this one.
      await busy.visitor().send('GET', '/api/version');
      await vi.waitFor(() => expect(unanswered).toBe(0));
      expect(logged).toEqual([]);
      expect(requests).toBeGreaterThan(12);
      let left = 0;
      const received = requests;
      while (left <= max && (await busy.visitor().send('GET', '/api/version')).status !== 429) left += 1;
      expect(left).toBe(max - received);
    } finally {
      await busy.close();
    }
  });
});

function reset(port: number, text: string, afterMs: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), afterMs)),
    );
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
}
