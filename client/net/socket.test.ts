// Events of the live connection across disconnects and restored backups: none is missed or received twice.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveEvent } from '#shared/contract/live.ts';
import type { Message } from '#shared/contract/messages.ts';
import { seededRandom } from '#client/testing/seeded-random.ts';
import { message } from '#client/testing/messages.ts';
import { createLiveServer, longestWaitMs, onlySocket, openConnection, receivedTypes } from '#client/testing/live-server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const messagesIn = (events: readonly LiveEvent[]): Message[] =>
  events.filter((event) => event.type === 'message').map(({ message }) => message);

test('receives each message once and in order across 500 disconnects', { timeout: 60_000 }, async () => {
  const random = seededRandom(500);
  const server = createLiveServer();
  const cursor = { stored: '1' };
  const events: LiveEvent[] = [];
  const slowly = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, random() * 30));
  let client = openConnection(server, cursor, slowly);
  for (let drops = 0; drops < 500;) {
    server.changeMessage(random);
    await vi.advanceTimersByTimeAsync(random() * 40);
    if (random() < 0.4) {
      server.disconnectAll();
      drops++;
      if (random() < 0.5) await vi.advanceTimersByTimeAsync(random() * 40_000);
      // The tab with the connection is closed, and another one connects.
      if (random() < 0.1) {
        client.connection.close();
        await vi.advanceTimersByTimeAsync(longestWaitMs);
        events.push(...client.events);
        client = openConnection(server, cursor, slowly);
      }
    }
  }
  await vi.advanceTimersByTimeAsync(60_000);
  events.push(...client.events);
  client.connection.close();
  const messages = messagesIn(events);
  const shown = new Map(messages.map((message) => [message.id, message]));
  expect([...shown.keys()].sort()).toEqual([...server.messages.keys()].sort());
  for (const [id, message] of server.messages) expect(shown.get(id)).toEqual(message);
  expect(new Set(messages.map(({ id, revision }) => `${id} ${revision}`)).size).toBe(messages.length);
  expect(messages.map(({ revision }) => revision)).toEqual(messages.map(({ revision }) => revision).sort((a, b) => a - b));
  expect(events.some((event) => event.type === 'hello' && event.mustResync)).toBe(false);
});

test('a message sent while the server answers is received after the missed ones', async () => {
  const server = createLiveServer();
  server.changeMessage(() => 1);
  server.changeMessage(() => 1);
  const client = openConnection(server);
  await vi.advanceTimersByTimeAsync(0);
  server.changeMessage(() => 1);
  await vi.advanceTimersByTimeAsync(10);
  expect(messagesIn(client.events).map(({ revision }) => revision)).toEqual([2, 3]);
  client.connection.close();
});

test('resyncs if the device has no cursor, or the server says so', async () => {
  const server = createLiveServer();
  const random = seededRandom(1);
  for (let n = 0; n < 5; n++) server.changeMessage(random);
  const fresh: { stored: string | null } = { stored: null };
  const client = openConnection(server, fresh);
  await vi.advanceTimersByTimeAsync(10);
  expect(client.events).toEqual([{ type: 'hello', mustResync: true }]);
  expect(fresh.stored).toBe('5');

  server.restoreBackup();
  server.disconnectAll();
  await vi.advanceTimersByTimeAsync(longestWaitMs);
  expect(client.events.at(-1)).toEqual({ type: 'hello', mustResync: true });
  expect(fresh.stored).toBe('1');
  client.connection.close();
});

test('a member without earlier events receives those missed while disconnected', async () => {
  const server = createLiveServer();
  const cursor: { stored: string | null } = { stored: null };
  const client = openConnection(server, cursor);
  await vi.advanceTimersByTimeAsync(10);
  expect(cursor.stored).toBe('0');
  server.disconnectAll();
  server.changeMessage(seededRandom(1));
  await vi.advanceTimersByTimeAsync(longestWaitMs);
  expect(client.events.filter(({ type }) => type === 'message')).toHaveLength(1);
  client.connection.close();
});

test('delivers neither a repeated nor an older revision of a message', async () => {
  const server = createLiveServer();
  const client = openConnection(server);
  await vi.advanceTimersByTimeAsync(10);
  const [socket] = server.sockets;
  const states = [
    message(1, { revision: 2 }),
    message(1, { revision: 5 }),
    message(1, { revision: 3 }),
    message(1, { revision: 5 }),
    message(4, { revision: 4 }),
  ];
  socket?.deliver(states.map((message) => ({ type: 'message', message })));
  await vi.advanceTimersByTimeAsync(10);
  expect(messagesIn(client.events).map(({ revision }) => revision)).toEqual([2, 5, 4]);
  client.connection.close();
});

test('delivers later events after a handler has thrown', async () => {
  const server = createLiveServer();
  const random = seededRandom(2);
  const client = openConnection(server, { stored: '1' }, (event) => {
    if (event.type === 'message' && event.message.sequence === 1) throw new Error('handler failed');
  });
  await vi.advanceTimersByTimeAsync(10);
  for (let n = 0; n < 3; n++) server.changeMessage(() => random() + 0.3);
  await vi.advanceTimersByTimeAsync(10);
  expect(messagesIn(client.events).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  expect(client.errors).toMatchObject([{ message: 'handler failed' }]);
  client.connection.close();
});

test('commands are sent only between the server’s hello and the loss of the connection', async () => {
  const server = createLiveServer();
  const client = openConnection(server);
  client.connection.send({ type: 'watchSectors', sectors: ['1:1'] });
  await vi.advanceTimersByTimeAsync(10);
  expect(receivedTypes(server)).toEqual(['resume']);
  client.connection.send({ type: 'watchSectors', sectors: ['1:2'] });
  expect(onlySocket(server).received.at(-1)).toEqual({ type: 'watchSectors', sectors: ['1:2'] });
  server.disconnectAll();
  await vi.advanceTimersByTimeAsync(10);
  client.connection.send({ type: 'watchSectors', sectors: ['1:3'] });
  await vi.advanceTimersByTimeAsync(longestWaitMs);
  expect(receivedTypes(server)).toEqual(['resume']);
  client.connection.close();
});
