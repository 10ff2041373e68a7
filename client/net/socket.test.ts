// The live connection over drops, mute lines and restarts: nothing missed, nothing received twice.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeCodes, type LiveCommand, type LiveEvent } from '#shared/contract/live.ts';
import type { Message } from '#shared/contract/messages.ts';
import { seededRandom } from '#client/testing/seeded-random.ts';
import { connect, type Connection, type Wire } from './socket.ts';

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

/** Remembers what happened to a member's messages, and replays it to a member who resumes. */
function createServer() {
  const messages = new Map<string, Message>();
  const lines = new Set<Line>();
  let last = 0;

  class Line implements Wire {
    onopen: (() => void) | null = null;
    onmessage: ((message: { readonly data: unknown }) => void) | null = null;
    onclose: ((closing: { readonly code: number }) => void) | null = null;
    readonly heard: LiveCommand[] = [];
    isMute = false;
    isResumed = false;
    constructor() {
      lines.add(this);
      setTimeout(() => this.onopen?.());
    }
    send(text: string): void {
      const command: LiveCommand = JSON.parse(text);
      this.heard.push(command);
      if (command.type === 'ping') this.tell([{ type: 'pong' }]);
      if (command.type !== 'resume') return;
      const seen = command.revision;
      const missed = seen === null ? [] : [...messages.values()].filter(({ revision }) => revision > seen);
      this.isResumed = true;
      this.tell([{ type: 'hello', revision: last, mustResync: false }]);
      this.tell(missed.sort((a, b) => a.revision - b.revision).map((message) => ({ type: 'message', message })));
    }
    tell(events: LiveEvent[]): void {
      // Frames of a line that is cut in the meantime get lost.
      if (events.length > 0)
        setTimeout(() => this.isMute || !lines.has(this) || this.onmessage?.({ data: JSON.stringify(events) }));
    }
    close(): void {
      this.cut(1000);
    }
    cut(code: number): void {
      if (lines.delete(this)) setTimeout(() => this.onclose?.({ code }));
    }
  }

  return {
    lines,
    messages,
    openWire: () => new Line(),
    /** A new message, or a new state of one of the last ten. */
    happens(random: () => number): void {
      const revision = ++last;
      const known = [...messages.values()].slice(-10);
      const old = random() < 0.3 ? known[Math.floor(random() * known.length)] : undefined;
      const message = messageAt(old?.sequence ?? revision, revision);
      messages.set(message.id, message);
      for (const line of lines) if (line.isResumed) line.tell([{ type: 'message', message }]);
    },
    cutAll(code = 1006): void {
      for (const line of lines) line.cut(code);
    },
    setBack(): void {
      messages.clear();
      last = 1;
    },
  };
}

interface Seat {
  readonly events: LiveEvent[];
  readonly states: boolean[];
  readonly connection: Connection;
  readonly troubles: unknown[];
  endings: number;
  refusals: number;
}

function sit(
  server: ReturnType<typeof createServer>,
  revision: { saved: number | null } = { saved: 1 },
  handle?: (event: LiveEvent) => unknown,
): Seat {
  const seat: Omit<Seat, 'connection'> = { events: [], states: [], troubles: [], endings: 0, refusals: 0 };
  const connection = connect({
    openWire: server.openWire,
    cursor: { read: async () => revision.saved, write: async (next) => (revision.saved = next) },
    handle: (event) => {
      seat.events.push(event);
      return handle?.(event);
    },
    onState: (isOpen) => seat.states.push(isOpen),
    onSessionEnded: () => seat.endings++,
    onRefused: () => seat.refusals++,
    onTrouble: (trouble) => seat.troubles.push(trouble),
  });
  return Object.assign(seat, { connection });
}

const told = (events: readonly LiveEvent[]): Message[] =>
  events.filter((event) => event.type === 'message').map(({ message }) => message);

test('500 drops while messages arrive: nothing missed, nothing doubled, in order', { timeout: 60_000 }, async () => {
  const random = seededRandom(500);
  const server = createServer();
  const cursor = { saved: 1 };
  const events: LiveEvent[] = [];
  const slowly = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, random() * 30));
  let seat = sit(server, cursor, slowly);
  for (let drops = 0; drops < 500;) {
    server.happens(random);
    await vi.advanceTimersByTimeAsync(random() * 40);
    if (random() < 0.4) {
      server.cutAll();
      drops++;
      if (random() < 0.5) await vi.advanceTimersByTimeAsync(random() * 40_000);
      // The tab that holds the connection is closed, and another one takes its place.
      if (random() < 0.1) {
        seat.connection.close();
        await vi.advanceTimersByTimeAsync(2_000);
        events.push(...seat.events);
        seat = sit(server, cursor, slowly);
      }
    }
  }
  await vi.advanceTimersByTimeAsync(60_000);
  events.push(...seat.events);
  seat.connection.close();
  const heard = told(events);
  const shown = new Map(heard.map((message) => [message.id, message]));
  expect([...shown.keys()].sort()).toEqual([...server.messages.keys()].sort());
  for (const [id, message] of server.messages) expect(shown.get(id)).toEqual(message);
  expect(new Set(heard.map(({ id, revision }) => `${id} ${revision}`)).size).toBe(heard.length);
  expect(heard.map(({ revision }) => revision)).toEqual(heard.map(({ revision }) => revision).sort((a, b) => a - b));
  expect(events.some((event) => event.type === 'hello' && event.mustResync)).toBe(false);
});

test('a device that knows no revision yet, or a higher one than the server, asks the calls again', async () => {
  const server = createServer();
  const random = seededRandom(1);
  for (let n = 0; n < 5; n++) server.happens(random);
  const fresh: { saved: number | null } = { saved: null };
  const seat = sit(server, fresh);
  await vi.advanceTimersByTimeAsync(10);
  expect(seat.events).toEqual([{ type: 'hello', revision: 5, mustResync: true }]);
  expect(fresh.saved).toBe(5);

  server.setBack();
  server.cutAll();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(seat.events.at(-1)).toEqual({ type: 'hello', revision: 1, mustResync: true });
  expect(fresh.saved).toBe(1);
  seat.connection.close();
});

test('a member without any events yet receives what happened while their connection was away', async () => {
  const server = createServer();
  const cursor: { saved: number | null } = { saved: null };
  const seat = sit(server, cursor);
  await vi.advanceTimersByTimeAsync(10);
  expect(cursor.saved).toBe(0);
  server.cutAll();
  server.happens(seededRandom(1));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(seat.events.filter(({ type }) => type === 'message')).toHaveLength(1);
  seat.connection.close();
});

test('a line that has gone mute is left within 35 seconds', async () => {
  const server = createServer();
  const seat = sit(server);
  await vi.advanceTimersByTimeAsync(10);
  expect(seat.states).toEqual([true]);
  for (const line of server.lines) line.isMute = true;
  await vi.advanceTimersByTimeAsync(35_000);
  expect(seat.states).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(seat.states).toEqual([true, false, true]);
  seat.connection.close();
});

test('when the app is looked at again a lost connection is back at once, and a mute one found out within 10 seconds', async () => {
  const server = createServer();
  const seat = sit(server);
  await vi.advanceTimersByTimeAsync(10);
  server.cutAll();
  await vi.advanceTimersByTimeAsync(10);
  seat.connection.nudge();
  await vi.advanceTimersByTimeAsync(10);
  expect(seat.states).toEqual([true, false, true]);
  for (const line of server.lines) line.isMute = true;
  seat.connection.nudge();
  await vi.advanceTimersByTimeAsync(10_010);
  expect(seat.states).toEqual([true, false, true, false]);
  seat.connection.close();
});

test('a server that is away is tried ever more seldom, and at least every 30 seconds; each try that got no hello is told', async () => {
  const server = createServer();
  let refusals = 0;
  const dialledMs: number[] = [];
  const connection = connect({
    openWire: () => {
      dialledMs.push(Date.now());
      const line = server.openWire();
      line.cut(1006);
      return line;
    },
    cursor: { read: async () => 1, write: async () => undefined },
    handle: () => undefined,
    onState: () => undefined,
    onSessionEnded: () => undefined,
    onRefused: () => refusals++,
    onTrouble: () => undefined,
  });
  await vi.advanceTimersByTimeAsync(300_000);
  expect(refusals).toBe(dialledMs.length);
  const pauses = dialledMs.slice(1).map((ms, n) => ms - (dialledMs[n] ?? 0));
  expect(pauses[0]).toBeLessThanOrEqual(1_010);
  for (const pause of pauses.slice(6)) {
    expect(pause).toBeGreaterThanOrEqual(15_000);
    expect(pause).toBeLessThanOrEqual(30_010);
  }
  connection.close();
});

test('after the end of the session nothing comes back by itself', async () => {
  const server = createServer();
  const seat = sit(server);
  await vi.advanceTimersByTimeAsync(10);
  server.cutAll(closeCodes.ended);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(seat.endings).toBe(1);
  expect(server.lines.size).toBe(0);
});

test('a state of a message that was told before, or that is older, is not told again', async () => {
  const server = createServer();
  const seat = sit(server);
  await vi.advanceTimersByTimeAsync(10);
  const [line] = server.lines;
  const states = [messageAt(1, 2), messageAt(1, 5), messageAt(1, 3), messageAt(1, 5), messageAt(4, 4)];
  line?.tell(states.map((message) => ({ type: 'message', message })));
  await vi.advanceTimersByTimeAsync(10);
  expect(told(seat.events).map(({ revision }) => revision)).toEqual([2, 5, 4]);
  seat.connection.close();
});

test('an event that a screen stumbles over keeps nobody from hearing the next', async () => {
  const server = createServer();
  const random = seededRandom(2);
  const seat = sit(server, { saved: 1 }, (event) => {
    if (event.type === 'message' && event.message.sequence === 1) throw new Error('stumbled');
  });
  await vi.advanceTimersByTimeAsync(10);
  for (let n = 0; n < 3; n++) server.happens(() => random() + 0.3);
  await vi.advanceTimersByTimeAsync(10);
  expect(told(seat.events).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  expect(seat.troubles).toMatchObject([{ message: 'stumbled' }]);
  seat.connection.close();
});

test('one that was replaced by newer ones stays away until it is looked at again', async () => {
  const server = createServer();
  const seat = sit(server);
  await vi.advanceTimersByTimeAsync(10);
  server.cutAll(closeCodes.replaced);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(server.lines.size).toBe(0);
  seat.connection.nudge();
  await vi.advanceTimersByTimeAsync(10);
  expect(seat.states).toEqual([true, false, true]);
  seat.connection.close();
});

const lineOf = ({ lines }: ReturnType<typeof createServer>) => {
  const [line] = lines;
  if (line === undefined) throw new Error('Nobody is connected');
  return line;
};
const heardTypes = (server: ReturnType<typeof createServer>) => lineOf(server).heard.map(({ type }) => type);

test('after the end of the session the app connects no more, even when it is viewed again', async () => {
  const server = createServer();
  const seat = sit(server);
  await vi.advanceTimersByTimeAsync(10);
  server.cutAll(closeCodes.ended);
  await vi.advanceTimersByTimeAsync(10);
  seat.connection.nudge();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([server.lines.size, seat.states, seat.refusals]).toEqual([0, [true, false], 0]);
});

test('a connection that is closed stays closed, and tries nothing while it was about to reconnect', async () => {
  const server = createServer();
  const seat = sit(server);
  await vi.advanceTimersByTimeAsync(10);
  server.cutAll();
  await vi.advanceTimersByTimeAsync(10);
  seat.connection.close();
  seat.connection.nudge();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([server.lines.size, seat.states]).toEqual([0, [true, false]]);
  const open = sit(server);
  await vi.advanceTimersByTimeAsync(10);
  open.connection.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([server.lines.size, open.states, open.refusals]).toEqual([0, [true, false], 0]);
});

test('commands go out between the server’s hello and the loss of the connection only', async () => {
  const server = createServer();
  const seat = sit(server);
  seat.connection.send({ type: 'watchSectors', sectors: ['1:1'] });
  await vi.advanceTimersByTimeAsync(10);
  expect(heardTypes(server)).toEqual(['resume']);
  seat.connection.send({ type: 'watchSectors', sectors: ['1:2'] });
  expect(lineOf(server).heard.at(-1)).toEqual({ type: 'watchSectors', sectors: ['1:2'] });
  server.cutAll();
  await vi.advanceTimersByTimeAsync(10);
  seat.connection.send({ type: 'watchSectors', sectors: ['1:3'] });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(heardTypes(server)).toEqual(['resume']);
  seat.connection.close();
});

test('a quiet connection is checked every 25 seconds, also after a reconnect, and the answers are no events', async () => {
  const server = createServer();
  const seat = sit(server);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(heardTypes(server)).toEqual(['resume', 'ping', 'ping']);
  server.cutAll();
  await vi.advanceTimersByTimeAsync(62_000);
  expect(heardTypes(server)).toEqual(['resume', 'ping', 'ping']);
  expect(seat.events.map(({ type }) => type)).toEqual(['hello', 'hello']);
  expect(seat.states).toEqual([true, false, true]);
  seat.connection.close();
});

test('a server that never says hello is left after 10 seconds, which counts as one refusal', async () => {
  const server = createServer();
  const seat = sit(server);
  lineOf(server).isMute = true;
  await vi.advanceTimersByTimeAsync(9_999);
  expect([seat.refusals, server.lines.size]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(500);
  expect([seat.refusals, server.lines.size]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([seat.refusals, seat.states]).toEqual([1, [true]]);
  seat.connection.close();
});

test('an open connection that is lost is no refusal, and its first reconnect waits one second', async () => {
  const server = createServer();
  const seat = sit(server);
  await vi.advanceTimersByTimeAsync(10);
  for (let losses = 0; losses < 5; losses++) {
    server.cutAll();
    await vi.advanceTimersByTimeAsync(990);
    expect(server.lines.size).toBe(0);
    await vi.advanceTimersByTimeAsync(110);
    expect(seat.states.at(-1)).toBe(true);
  }
  expect(seat.refusals).toBe(0);
  seat.connection.close();
});

test('a connection that is lost while its hello is handled never was open', async () => {
  const server = createServer();
  const seat = sit(server, { saved: 1 }, () => new Promise((resolve) => setTimeout(resolve, 500)));
  await vi.advanceTimersByTimeAsync(10);
  server.cutAll();
  await vi.advanceTimersByTimeAsync(800);
  expect([seat.states, seat.refusals]).toEqual([[], 1]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(seat.states).toEqual([true]);
  seat.connection.close();
});
