// Events over successive connections, and the cursor from which the next one resumes.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { longestWaitMs } from '#client/testing/live-server.ts';
import type { LiveCommand, LiveEvent } from '#shared/contract/live.ts';
import { message } from '#client/testing/messages.ts';
import { connect, type Connection, type SocketLike } from './socket.ts';

let socket: SocketLike;
let sent: LiveCommand[];
let received: LiveEvent[];
/** The cursors that were stored on the device. */
let stored: string[];
let connection: Connection;
/** What the page shows. */
let shown: { since: string | null; sectors: string[] };

beforeEach(() => {
  vi.useFakeTimers();
  [sent, received, stored] = [[], [], []];
  shown = { since: null, sectors: [] };
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

async function start({ hasStorage = true } = {}): Promise<void> {
  const fail = () => Promise.reject(new Error('no storage'));
  connection = connect({
    openSocket: () => {
      socket = {
        onopen: null,
        onmessage: null,
        onclose: null,
        send: (text) => void sent.push(JSON.parse(text)),
        close: () => undefined,
      };
      return socket;
    },
    cursor: hasStorage
      ? { read: async () => stored.at(-1) ?? 'kept', write: async (next) => stored.push(next) }
      : { read: fail, write: fail },
    shown: { since: () => shown.since, sectors: () => shown.sectors },
    handle: (event) => received.push(event),
    onState: () => undefined,
    onSessionEnded: () => undefined,
    onConnectFailed: () => undefined,
    onError: () => undefined,
  });
  await open();
}
async function open(hello: Partial<Extract<LiveEvent, { type: 'hello' }>> = {}): Promise<void> {
  socket.onopen?.();
  await receive({ type: 'hello', mustResync: false, ...hello });
}
async function receive(...events: LiveEvent[]): Promise<void> {
  socket.onmessage?.({ data: JSON.stringify(events) });
  await vi.advanceTimersByTimeAsync(0);
}
async function reconnect(hello?: Parameters<typeof open>[0]): Promise<void> {
  socket.onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(longestWaitMs);
  await open(hello);
}
const state = (sequence: number, revision = sequence): LiveEvent => ({
  type: 'message',
  message: message(sequence, { revision }),
});
const removal = (sequence: number, revision: number): LiveEvent => ({
  type: 'messageGone',
  messageId: `m${sequence}`,
  peerProfileId: 'ben',
  revision,
});
const cursor = (after: number): LiveEvent => ({ type: 'cursor', cursor: `after ${after}` });
/** Events received since the last call, without hellos. */
const news = () => received.splice(0).filter(({ type }) => type !== 'hello');

test('a device without storage resumes after the last event that this page received', async () => {
  await start({ hasStorage: false });
  await receive(state(7), cursor(7));
  await reconnect();
  expect(sent).toEqual([
    { type: 'resume', cursor: null },
    { type: 'resume', cursor: 'after 7' },
  ]);
});

test('the cursor after a removed message is stored, and an older state does not bring it back', async () => {
  await start();
  await receive(state(5), cursor(5));
  await receive(removal(5, 6), state(5), cursor(6));
  expect(news()).toEqual([state(5), removal(5, 6)]);
  expect(stored).toEqual(['after 5', 'after 6']);
});

test('an event without a cursor is received, even alone in its frame, and no cursor is stored', async () => {
  await start();
  socket.onmessage?.({ data: '{"type":"settings"}' });
  await vi.advanceTimersByTimeAsync(0);
  expect([news(), stored]).toEqual([[{ type: 'settings' }], []]);
});

test('events of a socket that was replaced are ignored', async () => {
  await start();
  const left = socket;
  await reconnect();
  left.onmessage?.({ data: JSON.stringify([state(5)]) });
  left.onclose?.({ code: 1006 });
  await receive(state(6));
  expect(news()).toEqual([state(6)]);
});

test('data that the server restored from a backup is received under its lower revisions', async () => {
  await start();
  await receive(state(4, 5), cursor(5));
  await reconnect({ mustResync: true });
  expect(received.at(-1)).toEqual({ type: 'hello', mustResync: true });
  await receive(state(4, 3), cursor(3));
  expect(news()).toEqual([state(4, 5), state(4, 3)]);
  expect(stored).toEqual(['after 5', 'after 3']);
});

test('the last states of 1,000 messages are remembered', async () => {
  await start();
  await receive(...Array.from({ length: 1_000 }, (_, n) => state(n + 1)));
  await receive(state(1), state(1, 2_000), state(1_001));
  expect(news().slice(1_000)).toEqual([state(1, 2_000), state(1_001)]);
  // Only the second one, which was the oldest, is forgotten.
  await receive(state(1, 2_000), state(3), state(2));
  expect(news()).toEqual([state(2)]);
});

test('a page that has answers resumes with their mark and its sectors, and passes on what it missed', async () => {
  shown = { since: 'run.5', sectors: ['33:-113'] };
  await start();
  expect(sent).toEqual([{ type: 'resume', cursor: 'kept', since: 'run.5', sectors: ['33:-113'] }]);
  // An earlier build of the server does not know the mark.
  expect(received).toEqual([{ type: 'hello', mustResync: false }]);
  await reconnect({ missed: ['like'] });
  expect(received.at(-1)).toEqual({ type: 'hello', mustResync: false, missed: ['like'] });
});

test.each([
  ['shows no sectors', () => (shown.sectors = [])],
  ['shows others since the resume', () => (shown.sectors = ['34:-113'])],
])('members nearby may have changed if the page %s', async (_, change) => {
  shown = { since: 'run.5', sectors: ['33:-113'] };
  await start();
  socket.onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(longestWaitMs);
  socket.onopen?.();
  await vi.advanceTimersByTimeAsync(0);
  change();
  await receive({ type: 'hello', mustResync: false, missed: ['like'] });
  expect(received.at(-1)).toEqual({ type: 'hello', mustResync: false, missed: ['like', 'brief'] });
});

test('anything may have changed if an answer was lost since the resume, or the resume had no mark', async () => {
  shown.sectors = ['33:-113'];
  await start();
  await reconnect({ missed: [] });
  expect(received.at(-1)).toEqual({ type: 'hello', mustResync: false });
  shown.since = 'run.5';
  socket.onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(longestWaitMs);
  socket.onopen?.();
  await vi.advanceTimersByTimeAsync(0);
  shown.since = null;
  await receive({ type: 'hello', mustResync: false, missed: [] });
  expect(received.at(-1)).toEqual({ type: 'hello', mustResync: false });
});
