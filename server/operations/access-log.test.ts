// With ACCESS_LOG each call is one line of JSON, which contains nothing of who made it.
import { connect } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { profiles } from '#shared/contract/profiles.ts';
import { openAppForTest } from '#server/testing/app/app-for-test.ts';
import { openSocket } from '#server/testing/members/sockets.ts';

async function logged(env: Readonly<Record<string, string>>) {
  const lines: string[] = [];
  const log = pino({ level: 'error', base: null }, { write: (line: string) => void lines.push(line) });
  const app = await openAppForTest({ env, parts: { log } });
  return { app, lines, parsed: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

test('a line has time, method, route, status, duration and size of a call, and nothing else', async () => {
  const { app, lines, parsed } = await logged({ ACCESS_LOG: '1' });
  const member = await app.member();
  await member.call(profiles.getProfile, { params: { id: member.profileId }, query: { admin: false } });
  await expect.poll(() => lines.length).toBe(1);
  const [line] = parsed();
  expect(line).toEqual({
    level: 30,
    time: expect.any(Number),
    method: 'GET',
    route: '/api/profile/:id',
    status: 200,
    ms: expect.any(Number),
    bytes: expect.any(Number),
  });
  expect(line?.bytes).toBeGreaterThan(100);
});

test('no line contains address, id, query, browser or cookie, whatever is called', async () => {
  const { app, lines, parsed } = await logged({ ACCESS_LOG: '1' });
  const member = await app.member();
  const headers = { 'user-agent': 'Canary/7', 'x-forwarded-for': '203.0.113.7', cookie: 'sid=canary' };
  for (const path of [
    `/api/profile/${member.profileId}?lat=33.4567`,
    `/profile/${member.profileId}`,
    '/login?token=canary',
    '/%',
  ])
    await fetch(`${app.origin}${path}`, { headers });
  await expect.poll(() => lines.length).toBe(3);
  expect(parsed().map(({ route, status }) => [route, status])).toEqual([
    ['/api/profile/:id', 401],
    [null, 404],
    [null, 404],
  ]);
  for (const secret of [member.profileId, 'Canary', 'canary', '203.0.113.7', '127.0.0.1', '33.4567', '?', 'token'])
    expect(lines.join('')).not.toContain(secret);
});

test('a call whose connection ends before its answer has no status, and an accepted socket has no line', async () => {
  const { app, lines, parsed } = await logged({ ACCESS_LOG: '1' });
  const member = await app.member();
  const socket = await openSocket(member);
  socket.close();
  await socket.closed;
  const { host, port } = new URL(app.origin);
  const connection = connect(Number(port), '127.0.0.1');
  connection.write(
    `POST /api/contactus-messages HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{`,
  );
  await app.visitor().send('GET', '/api/ping');
  await expect.poll(() => lines.length).toBe(1);
  connection.destroy();
  await expect.poll(() => lines.length).toBe(2);
  expect(parsed().map(({ route, status }) => [route, status])).toEqual([
    ['/api/ping', 200],
    ['/api/contactus-messages', null],
  ]);
});

test('without the setting, calls are not logged', async () => {
  const { app, lines } = await logged({});
  const visitor = app.visitor();
  await visitor.send('GET', '/api/ping');
  await visitor.send('GET', '/api/version');
  expect(lines).toEqual([]);
});
