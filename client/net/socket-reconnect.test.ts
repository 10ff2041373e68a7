// When the live connection is checked, closed and opened again, and when it stays closed.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeCodes } from '#shared/contract/live.ts';
import { createLiveServer, longestWaitMs, onlySocket, openConnection, receivedTypes } from '#client/testing/live-server.ts';
import { connect } from './socket.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('replaces a silent socket within 35 seconds', async () => {
  const server = createLiveServer();
  const client = openConnection(server);
  await vi.advanceTimersByTimeAsync(10);
  expect(client.states).toEqual([true]);
  for (const socket of server.sockets) socket.isSilent = true;
  await vi.advanceTimersByTimeAsync(35_000);
  expect(client.states).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(longestWaitMs);
  expect(client.states).toEqual([true, false, true]);
  client.connection.close();
});

test('a check reconnects a lost socket immediately and detects a silent one within 10 seconds', async () => {
  const server = createLiveServer();
  const client = openConnection(server);
  await vi.advanceTimersByTimeAsync(10);
  server.disconnectAll();
  await vi.advanceTimersByTimeAsync(10);
  client.connection.checkConnection();
  await vi.advanceTimersByTimeAsync(10);
  expect(client.states).toEqual([true, false, true]);
  for (const socket of server.sockets) socket.isSilent = true;
  client.connection.checkConnection();
  await vi.advanceTimersByTimeAsync(10_010);
  expect(client.states).toEqual([true, false, true, false]);
  client.connection.close();
});

test('retries an unreachable server with growing pauses of up to 30 seconds, and reports each failed attempt', async () => {
  const server = createLiveServer();
  let failures = 0;
  const attemptsMs: number[] = [];
  const connection = connect({
    openSocket: () => {
      attemptsMs.push(Date.now());
      const socket = server.openSocket();
      socket.disconnect(1006);
      return socket;
    },
    cursor: { read: async () => '1', write: async () => undefined },
    shown: { since: () => null, sectors: () => [] },
    handle: () => undefined,
    onState: () => undefined,
    onSessionEnded: () => undefined,
    onConnectFailed: () => failures++,
    onError: () => undefined,
  });
  await vi.advanceTimersByTimeAsync(300_000);
  expect(failures).toBe(attemptsMs.length);
  const pauses = attemptsMs.slice(1).map((ms, n) => ms - (attemptsMs[n] ?? 0));
  expect(pauses[0]).toBeLessThanOrEqual(2_010);
  for (const pause of pauses.slice(6)) {
    expect(pause).toBeGreaterThanOrEqual(15_000);
    expect(pause).toBeLessThanOrEqual(30_010);
  }
  connection.close();
});

test('does not reconnect after the end of the session', async () => {
  const server = createLiveServer();
  const client = openConnection(server);
  await vi.advanceTimersByTimeAsync(10);
  server.disconnectAll(closeCodes.ended);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(client.endedCount).toBe(1);
  expect(server.sockets.size).toBe(0);
});

test('a replaced connection reconnects only after a check', async () => {
  const server = createLiveServer();
  const client = openConnection(server);
  await vi.advanceTimersByTimeAsync(10);
  server.disconnectAll(closeCodes.replaced);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(server.sockets.size).toBe(0);
  client.connection.checkConnection();
  await vi.advanceTimersByTimeAsync(10);
  expect(client.states).toEqual([true, false, true]);
  client.connection.close();
});

test('after the end of the session the app no longer connects, even when it becomes visible again', async () => {
  const server = createLiveServer();
  const client = openConnection(server);
  await vi.advanceTimersByTimeAsync(10);
  server.disconnectAll(closeCodes.ended);
  await vi.advanceTimersByTimeAsync(10);
  client.connection.checkConnection();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([server.sockets.size, client.states, client.failedCount]).toEqual([0, [true, false], 0]);
});

test('a connection that is closed stays closed, even if it was waiting to reconnect', async () => {
  const server = createLiveServer();
  const client = openConnection(server);
  await vi.advanceTimersByTimeAsync(10);
  server.disconnectAll();
  await vi.advanceTimersByTimeAsync(10);
  client.connection.close();
  client.connection.checkConnection();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([server.sockets.size, client.states]).toEqual([0, [true, false]]);
  const open = openConnection(server);
  await vi.advanceTimersByTimeAsync(10);
  open.connection.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([server.sockets.size, open.states, open.failedCount]).toEqual([0, [true, false], 0]);
});

test('a connection without events is pinged every 25 seconds, even after a reconnect, and the answers are not passed on as events', async () => {
  const server = createLiveServer();
  const client = openConnection(server);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(receivedTypes(server)).toEqual(['resume', 'ping', 'ping']);
  server.disconnectAll();
  await vi.advanceTimersByTimeAsync(62_000);
  expect(receivedTypes(server)).toEqual(['resume', 'ping', 'ping']);
  expect(client.events.map(({ type }) => type)).toEqual(['hello', 'hello']);
  expect(client.states).toEqual([true, false, true]);
  client.connection.close();
});

test('a connection without a hello is closed after 10 seconds, and counts as one failed attempt', async () => {
  const server = createLiveServer();
  const client = openConnection(server);
  onlySocket(server).isSilent = true;
  await vi.advanceTimersByTimeAsync(9_999);
  expect([client.failedCount, server.sockets.size]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(500);
  expect([client.failedCount, server.sockets.size]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(longestWaitMs);
  expect([client.failedCount, client.states]).toEqual([1, [true]]);
  client.connection.close();
});

test('the loss of an open connection is not a failed attempt, and the first reconnect waits one to two seconds', async () => {
  const server = createLiveServer();
  const client = openConnection(server);
  await vi.advanceTimersByTimeAsync(10);
  for (const share of [0.01, 0.25, 0.5, 0.75, 0.99]) {
    vi.spyOn(Math, 'random').mockReturnValueOnce(share);
    server.disconnectAll();
    await vi.advanceTimersByTimeAsync(1_000 + share * 1_000 - 1);
    expect(server.sockets.size).toBe(0);
    await vi.advanceTimersByTimeAsync(50);
    expect(client.states.at(-1)).toBe(true);
  }
  expect(client.failedCount).toBe(0);
  client.connection.close();
});

test('a connection that is lost while its hello is handled does not count as open', async () => {
  const server = createLiveServer();
  const client = openConnection(server, { stored: '1' }, () => new Promise((resolve) => setTimeout(resolve, 500)));
  await vi.advanceTimersByTimeAsync(10);
  server.disconnectAll();
  await vi.advanceTimersByTimeAsync(800);
  expect([client.states, client.failedCount]).toEqual([[], 1]);
  await vi.advanceTimersByTimeAsync(longestWaitMs);
  expect(client.states).toEqual([true]);
  client.connection.close();
});
