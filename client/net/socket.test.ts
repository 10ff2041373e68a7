// The live connection across disconnects, silent servers and restarts: no event is missed or received twice.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeCodes, type LiveCommand, type LiveEvent } from '#shared/contract/live.ts';
import type { Message } from '#shared/contract/messages.ts';
import { seededRandom } from '#client/testing/seeded-random.ts';
import { connect, type Connection, type SocketLike } from './socket.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const messageAt = (sequence: number, revision: number): Message => ({
  id: `message ${sequence}`,
  senderProfileId: 'ben',
  recipientProfileId: 'ada',
  bodyText: '',
  profilePicIds: [],
  tsCreated: sequence,
  tsRecipientRead: null,
  tsRecipientDeleted: null,
  tsSenderDeleted: null,
  sequence,
  revision,
});

const cursorAt = (revision: number): LiveEvent => ({ type: 'cursor', cursor: `${revision}` });

/** A server that stores a member's messages and sends the missed ones on resume. */
function createServer() {
  const messages = new Map<string, Message>();
  const sockets = new Set<FakeSocket>();
  let last = 0;

  class FakeSocket implements SocketLike {
    onopen: (() => void) | null = null;
    onmessage: ((message: { readonly data: unknown }) => void) | null = null;
    onclose: ((closing: { readonly code: number }) => void) | null = null;
    readonly received: LiveCommand[] = [];
    isSilent = false;
    isResumed = false;
    constructor() {
      sockets.add(this);
      setTimeout(() => this.onopen?.());
    }
    send(text: string): void {
      const command: LiveCommand = JSON.parse(text);
      this.received.push(command);
      if (command.type === 'ping') this.deliver([{ type: 'pong' }]);
      if (command.type !== 'resume') return;
      const seen = typeof command.cursor === 'string' ? Number(command.cursor) : null;
      const missed = seen === null ? [] : [...messages.values()].filter(({ revision }) => revision > seen);
      const events = missed.sort((a, b) => a.revision - b.revision).map((message) => ({ type: 'message', message }) as const);
      this.isResumed = true;
      this.deliver([{ type: 'hello', mustResync: seen !== null && seen > last }, ...events, cursorAt(last)]);
    }
    deliver(events: LiveEvent[]): void {
      // Frames of a socket that is closed in the meantime are lost.
      if (events.length > 0)
        setTimeout(() => this.isSilent || !sockets.has(this) || this.onmessage?.({ data: JSON.stringify(events) }));
    }
    close(): void {
      this.disconnect(1000);
    }
    disconnect(code: number): void {
      if (sockets.delete(this)) setTimeout(() => this.onclose?.({ code }));
    }
  }

  return {
    sockets,
    messages,
    openSocket: () => new FakeSocket(),
    /** Adds a message, or a new revision of one of the last ten. */
    changeMessage(random: () => number): void {
      const revision = ++last;
      const known = [...messages.values()].slice(-10);
      const old = random() < 0.3 ? known[Math.floor(random() * known.length)] : undefined;
      const message = messageAt(old?.sequence ?? revision, revision);
      messages.set(message.id, message);
      for (const socket of sockets) if (socket.isResumed) socket.deliver([{ type: 'message', message }, cursorAt(revision)]);
    },
    disconnectAll(code = 1006): void {
      for (const socket of sockets) socket.disconnect(code);
    },
    restoreBackup(): void {
      messages.clear();
      last = 1;
    },
  };
}

interface TestConnection {
  readonly events: LiveEvent[];
  readonly states: boolean[];
  readonly connection: Connection;
  readonly errors: unknown[];
  endedCount: number;
  failedCount: number;
}

function openConnection(
  server: ReturnType<typeof createServer>,
  cursor: { stored: string | null } = { stored: '1' },
  handle?: (event: LiveEvent) => unknown,
): TestConnection {
  const client: Omit<TestConnection, 'connection'> = { events: [], states: [], errors: [], endedCount: 0, failedCount: 0 };
  const connection = connect({
    openSocket: server.openSocket,
    cursor: { read: async () => cursor.stored, write: async (next) => (cursor.stored = next) },
    handle: (event) => {
      client.events.push(event);
      return handle?.(event);
    },
    onState: (isOpen) => client.states.push(isOpen),
    onSessionEnded: () => client.endedCount++,
    onConnectFailed: () => client.failedCount++,
    onError: (error) => client.errors.push(error),
  });
  return Object.assign(client, { connection });
}

const messagesIn = (events: readonly LiveEvent[]): Message[] =>
  events.filter((event) => event.type === 'message').map(({ message }) => message);

test('receives each message once and in order across 500 disconnects', { timeout: 60_000 }, async () => {
  const random = seededRandom(500);
  const server = createServer();
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
        await vi.advanceTimersByTimeAsync(2_000);
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

test('resyncs if the device has no cursor, or the server says so', async () => {
  const server = createServer();
  const random = seededRandom(1);
  for (let n = 0; n < 5; n++) server.changeMessage(random);
  const fresh: { stored: string | null } = { stored: null };
  const client = openConnection(server, fresh);
  await vi.advanceTimersByTimeAsync(10);
  expect(client.events).toEqual([{ type: 'hello', mustResync: true }]);
  expect(fresh.stored).toBe('5');

  server.restoreBackup();
  server.disconnectAll();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(client.events.at(-1)).toEqual({ type: 'hello', mustResync: true });
  expect(fresh.stored).toBe('1');
  client.connection.close();
});

test('a member without earlier events receives those missed while disconnected', async () => {
  const server = createServer();
  const cursor: { stored: string | null } = { stored: null };
  const client = openConnection(server, cursor);
  await vi.advanceTimersByTimeAsync(10);
  expect(cursor.stored).toBe('0');
  server.disconnectAll();
  server.changeMessage(seededRandom(1));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(client.events.filter(({ type }) => type === 'message')).toHaveLength(1);
  client.connection.close();
});

test('replaces a silent socket within 35 seconds', async () => {
  const server = createServer();
  const client = openConnection(server);
  await vi.advanceTimersByTimeAsync(10);
  expect(client.states).toEqual([true]);
  for (const socket of server.sockets) socket.isSilent = true;
  await vi.advanceTimersByTimeAsync(35_000);
  expect(client.states).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(client.states).toEqual([true, false, true]);
  client.connection.close();
});

test('a nudge reconnects a lost socket immediately and detects a silent one within 10 seconds', async () => {
  const server = createServer();
  const client = openConnection(server);
  await vi.advanceTimersByTimeAsync(10);
  server.disconnectAll();
  await vi.advanceTimersByTimeAsync(10);
  client.connection.nudge();
  await vi.advanceTimersByTimeAsync(10);
  expect(client.states).toEqual([true, false, true]);
  for (const socket of server.sockets) socket.isSilent = true;
  client.connection.nudge();
  await vi.advanceTimersByTimeAsync(10_010);
  expect(client.states).toEqual([true, false, true, false]);
  client.connection.close();
});

test('retries an unreachable server with growing pauses of up to 30 seconds, and reports each failed attempt', async () => {
  const server = createServer();
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
  const server = createServer();
  const client = openConnection(server);
  await vi.advanceTimersByTimeAsync(10);
  server.disconnectAll(closeCodes.ended);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(client.endedCount).toBe(1);
  expect(server.sockets.size).toBe(0);
});

test('delivers neither a repeated nor an older revision of a message', async () => {
  const server = createServer();
  const client = openConnection(server);
  await vi.advanceTimersByTimeAsync(10);
  const [socket] = server.sockets;
  const states = [messageAt(1, 2), messageAt(1, 5), messageAt(1, 3), messageAt(1, 5), messageAt(4, 4)];
  socket?.deliver(states.map((message) => ({ type: 'message', message })));
  await vi.advanceTimersByTimeAsync(10);
  expect(messagesIn(client.events).map(({ revision }) => revision)).toEqual([2, 5, 4]);
  client.connection.close();
});

test('delivers later events after a handler has thrown', async () => {
  const server = createServer();
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

test('a replaced connection reconnects only after a nudge', async () => {
  const server = createServer();
  const client = openConnection(server);
  await vi.advanceTimersByTimeAsync(10);
  server.disconnectAll(closeCodes.replaced);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(server.sockets.size).toBe(0);
  client.connection.nudge();
  await vi.advanceTimersByTimeAsync(10);
  expect(client.states).toEqual([true, false, true]);
  client.connection.close();
});

const onlySocket = ({ sockets }: ReturnType<typeof createServer>) => {
  const [socket] = sockets;
  if (socket === undefined) throw new Error('Nobody is connected');
  return socket;
};
const receivedTypes = (server: ReturnType<typeof createServer>) => onlySocket(server).received.map(({ type }) => type);

test('after the end of the session the app no longer connects, even when it becomes visible again', async () => {
  const server = createServer();
  const client = openConnection(server);
  await vi.advanceTimersByTimeAsync(10);
  server.disconnectAll(closeCodes.ended);
  await vi.advanceTimersByTimeAsync(10);
  client.connection.nudge();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([server.sockets.size, client.states, client.failedCount]).toEqual([0, [true, false], 0]);
});

test('a connection that is closed while it waits to reconnect stays closed', async () => {
  const server = createServer();
  const client = openConnection(server);
  await vi.advanceTimersByTimeAsync(10);
  server.disconnectAll();
  await vi.advanceTimersByTimeAsync(10);
  client.connection.close();
  client.connection.nudge();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([server.sockets.size, client.states]).toEqual([0, [true, false]]);
  const open = openConnection(server);
  await vi.advanceTimersByTimeAsync(10);
  open.connection.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([server.sockets.size, open.states, open.failedCount]).toEqual([0, [true, false], 0]);
});

test('commands are sent only between the server’s hello and the loss of the connection', async () => {
  const server = createServer();
  const client = openConnection(server);
  client.connection.send({ type: 'watchSectors', sectors: ['1:1'] });
  await vi.advanceTimersByTimeAsync(10);
  expect(receivedTypes(server)).toEqual(['resume']);
  client.connection.send({ type: 'watchSectors', sectors: ['1:2'] });
  expect(onlySocket(server).received.at(-1)).toEqual({ type: 'watchSectors', sectors: ['1:2'] });
  server.disconnectAll();
  await vi.advanceTimersByTimeAsync(10);
  client.connection.send({ type: 'watchSectors', sectors: ['1:3'] });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(receivedTypes(server)).toEqual(['resume']);
  client.connection.close();
});

test('a silent connection is checked every 25 seconds, also after a reconnect, and the answers are not passed on as events', async () => {
  const server = createServer();
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
  const server = createServer();
  const client = openConnection(server);
  onlySocket(server).isSilent = true;
  await vi.advanceTimersByTimeAsync(9_999);
  expect([client.failedCount, server.sockets.size]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(500);
  expect([client.failedCount, server.sockets.size]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([client.failedCount, client.states]).toEqual([1, [true]]);
  client.connection.close();
});

test('the loss of an open connection is not a failed attempt, and the first reconnect waits one to two seconds', async () => {
  const server = createServer();
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
  const server = createServer();
  const client = openConnection(server, { stored: '1' }, () => new Promise((resolve) => setTimeout(resolve, 500)));
  await vi.advanceTimersByTimeAsync(10);
  server.disconnectAll();
  await vi.advanceTimersByTimeAsync(800);
  expect([client.states, client.failedCount]).toEqual([[], 1]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(client.states).toEqual([true]);
  client.connection.close();
});
