// The server answers while it starts, passes calls to the application without a pause, and can be stopped at any time.
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { positions } from '#shared/contract/positions.ts';
import { hourMs, minuteMs } from '#shared/rules/durations.ts';
import { createApp } from '#server/app.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';
import { openTestWorld } from '#server/testing/app/test-world.ts';
import { serverLimits } from '#server/limits.ts';
import type { CallObserver } from './finished-calls.ts';
import { ServerReadiness } from './readiness.ts';
import { StartingServer } from './starting-server.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'starting-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function listening(ending?: AbortSignal, observe?: CallObserver) {
  const server = new StartingServer(serverLimits, new ServerReadiness(serverLimits, ending), observe);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Leaves a database with members who have a position. */
async function fill(members: number): Promise<void> {
  const app = await openTestApp({ dataDir });
  for (let number = 0; number < members; number += 1) {
    const member = await app.member();
    await member.call(positions.putPosition, {
      params: { profileId: member.profileId },
      body: {
        profileId: member.profileId,
        use: 'OVERRIDE',
        overrideLat: 33.45,
        overrideLon: -112.07,
        hide: false,
        tsEffectiveUntil: app.clock.now() + hourMs,
      },
    });
  }
  await app.close();
}

test('calls, pages and sockets are answered while the server starts', async () => {
  const { server, origin } = await listening();
  server.readiness.progress.expect(8);
  await server.readiness.progress.advance(3);
  const call = await fetch(`${origin}/api/profile`, { method: 'PUT', body: '{}' });
  expect(call.status).toBe(503);
  expect(Object.fromEntries(call.headers)).toMatchObject({
    'retry-after': '2',
    'x-starting': '3/8',
    'cache-control': 'private, no-store',
    connection: 'close',
  });
  expect(await call.json()).toEqual({
    statusCode: 503,
    error: 'Service Unavailable',
    message: 'We are just starting up. Please try again in a moment.',
    code: 'starting',
    done: 3,
    of: 8,
  });
  const live = await fetch(`${origin}/api/health/live`);
  expect([live.status, await live.json()]).toEqual([200, { status: 'live' }]);
  const ready = await fetch(`${origin}/api/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'starting', loaded: 3, of: 8 }]);
  const page = await fetch(`${origin}/map`, { headers: { accept: 'text/html,*/*' } });
  expect([page.status, page.headers.get('refresh'), page.headers.get('content-type')]).toEqual([
    503,
    '2',
    'text/plain; charset=utf-8',
  ]);
  expect(await page.text()).toBe('We are just starting up. Please try again in a moment.\n');
  server.on('upgrade', () => expect.unreachable('an upgrade reached the application'));
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/ws`);
  const [, refusal] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  expect(refusal.statusCode).toBe(503);
  socket.on('error', () => undefined).terminate();
  server.closeAllConnections();
  server.close();
});

test('the connection of a refused socket is closed, also when its client keeps it open', async () => {
  const { server } = await listening();
  server.on('upgrade', () => expect.unreachable('an upgrade reached the application'));
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  client.write('GET /api/ws HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  expect(await text(client)).toMatch(/^HTTP\/1\.1 503 /);
  const closed = once(server, 'close');
  server.close();
  await closed;
  client.destroy();
});

test('the application takes over when it is ready, having counted all members, and closes the server', async () => {
  await fill(3);
  const { server, origin } = await listening();
  const { world, close } = await openTestWorld({ dataDir });
  const app = await createApp(world, { server });
  expect(server.readiness.progress).toMatchObject({ done: 6, of: 6 });
  const ping = () => fetch(`${origin}/api/ping`, { headers: { host: `localhost:${new URL(origin).port}` } });
  expect((await ping()).status).toBe(503);
  await app.listen({ port: 0, host: '127.0.0.1' });
  expect((await ping()).status).toBe(200);
  expect(app.server).toBe(server);
  await app.close();
  expect(server.listening).toBe(false);
  await close();
});

test('calls, sockets and health checks are counted while the server starts, by route and without their address', async () => {
  const counted: unknown[] = [];
  const { server, origin } = await listening(undefined, ({ method, route, status, code }) =>
    counted.push([method, route, status, code]),
  );
  await fetch(`${origin}/api/profile/1?q=2`, { method: 'PUT', body: '{}' });
  await fetch(`${origin}/api/health/live`);
  await fetch(`${origin}/api/health/ready`);
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/ws`);
  await once(socket, 'unexpected-response');
  socket.on('error', () => undefined).terminate();
  await expect.poll(() => counted.length).toBe(4);
  expect(counted).toEqual([
    ['PUT', null, 503, 'starting'],
    ['GET', '/api/health/live', 200, null],
    ['GET', '/api/health/ready', 503, null],
    ['GET', null, 503, 'starting'],
  ]);
  server.closeAllConnections();
  server.close();
});

test('a server that ends while it starts is not ready, but lives', async () => {
  const ending = new AbortController();
  const { server, origin } = await listening(ending.signal);
  ending.abort();
  const ready = await fetch(`${origin}/api/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'ending' }]);
  expect((await fetch(`${origin}/api/health/live`)).status).toBe(200);
  server.closeAllConnections();
  server.close();
});

test('an aborted startup does not continue', async () => {
  await fill(1);
  const ending = new AbortController();
  const { server } = await listening(ending.signal);
  const { world, close } = await openTestWorld({ dataDir });
  ending.abort();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await expect(createApp(world, { server })).rejects.toBe(ending.signal.reason);
  server.close();
  // Nothing that startup began reads the database once that is closed.
  const errors: unknown[] = [];
  world.log.error = (error: unknown) => void errors.push(error);
  await close();
  await vi.advanceTimersByTimeAsync(2 * minuteMs);
  vi.useRealTimers();
  expect(errors).toEqual([]);
});
