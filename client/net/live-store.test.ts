// The live connection as screens see it, over logins and logouts.
import { afterEach, expect, test } from 'vitest';
import type { LiveCommand } from '#shared/contract/live.ts';
import { createStore } from '#client/device/store.ts';
import { setLive, isLive, checkLiveConnection, sendLive } from './live-store.ts';

afterEach(() => setLive(null));

function createConnection() {
  const calls = { sent: [] as LiveCommand[], checks: 0, stops: 0 };
  const isOpen = createStore(false);
  return Object.assign(calls, {
    isOpen,
    send: (command: LiveCommand) => void calls.sent.push(command),
    checkConnection: () => void calls.checks++,
    stop: () => void calls.stops++,
  });
}

test('before the login nothing is live, and commands go nowhere', () => {
  expect(isLive.get()).toBe(false);
  sendLive({ type: 'ping' });
  checkLiveConnection();
});

test('screens follow the connection of the member who is logged in, and send through it', () => {
  const connection = createConnection();
  setLive(connection);
  expect(isLive.get()).toBe(false);
  connection.isOpen.set(true);
  expect(isLive.get()).toBe(true);
  sendLive({ type: 'ping' });
  checkLiveConnection();
  expect([connection.sent, connection.checks]).toEqual([[{ type: 'ping' }], 1]);
  connection.isOpen.set(false);
  expect(isLive.get()).toBe(false);
});

test('a logout ends the connection, whose later states change nothing', () => {
  const [before, after] = [createConnection(), createConnection()];
  setLive(before);
  before.isOpen.set(true);
  setLive(after);
  expect([before.stops, after.stops, isLive.get()]).toEqual([1, 0, false]);
  before.isOpen.set(false);
  before.isOpen.set(true);
  expect(isLive.get()).toBe(false);
  after.isOpen.set(true);
  setLive(null);
  expect([after.stops, isLive.get()]).toEqual([1, false]);
});
