// Several tabs that share one live connection.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveCommand, LiveEvent } from '#shared/contract/live.ts';
import { shareLive, type Live } from './live.ts';
import type { ConnectionParts } from './socket.ts';

interface FakeConnection {
  readonly parts: Pick<ConnectionParts, 'handle' | 'onState' | 'onSessionEnded'>;
  readonly sent: LiveCommand[];
  checks: number;
}

let connections: FakeConnection[] = [];
let connectCount = 0;
let tabs: Live[] = [];
let round = 0;

beforeEach(() => {
  round++;
  connections = [];
  tabs = [];
  connectCount = 0;
});
afterEach(() => {
  for (const tab of tabs) tab.stop();
});

interface Tab {
  readonly live: Live;
  readonly events: LiveEvent[];
  joinedCount: number;
  joinedAfterMs: number;
  endedCount: number;
}

function openTab(): Tab {
  const tab = { events: [] as LiveEvent[], joinedCount: 0, joinedAfterMs: -1, endedCount: 0 };
  const live = shareLive({
    name: `live-${round}`,
    connect: (parts) => {
      connectCount++;
      const connection: FakeConnection = { parts, sent: [], checks: 0 };
      connections.push(connection);
      return {
        send: (command) => void connection.sent.push(command),
        checkConnection: () => connection.checks++,
        close: () => {
          connections = connections.filter((other) => other !== connection);
          parts.onState(false);
        },
      };
    },
    handle: (event) => tab.events.push(event),
    onJoined: (lastEventMs) => {
      tab.joinedCount++;
      tab.joinedAfterMs = lastEventMs;
    },
    onSessionEnded: () => tab.endedCount++,
  });
  tabs.push(live);
  return Object.assign(tab, { live });
}

const onlyConnection = (): FakeConnection => {
  const [connection] = connections;
  if (connection === undefined) throw new Error('No tab holds a connection');
  return connection;
};

test('calls onJoined once in a later tab, whose earlier replies may be out of date', async () => {
  const first = openTab();
  await vi.waitFor(() => onlyConnection());
  onlyConnection().parts.onState(true);
  const second = openTab();
  await vi.waitFor(() => expect(second.joinedCount).toBe(1));
  onlyConnection().parts.onState(false);
  onlyConnection().parts.onState(true);
  onlyConnection().parts.handle({ type: 'settings' });
  // By then, all earlier messages have arrived, too.
  await vi.waitFor(() => expect(second.events).toEqual([{ type: 'settings' }]));
  expect(second.live.isOpen.get()).toBe(true);
  expect([first.joinedCount, second.joinedCount]).toEqual([0, 1]);
});

test('a later tab learns when the last event came', async () => {
  openTab();
  await vi.waitFor(() => onlyConnection());
  onlyConnection().parts.onState(true);
  const beforeMs = Date.now();
  onlyConnection().parts.handle({ type: 'settings' });
  const afterMs = Date.now();
  const second = openTab();
  await vi.waitFor(() => expect(second.joinedCount).toBe(1));
  expect(second.joinedAfterMs).toBeGreaterThanOrEqual(beforeMs);
  expect(second.joinedAfterMs).toBeLessThanOrEqual(afterMs);
});

test('five tabs share one connection and all receive its events', async () => {
  const opened = [openTab(), openTab(), openTab(), openTab(), openTab()];
  await vi.waitFor(() => onlyConnection());
  onlyConnection().parts.onState(true);
  onlyConnection().parts.handle({ type: 'notifications' });
  await vi.waitFor(() => {
    for (const tab of opened) {
      expect(tab.events).toEqual([{ type: 'notifications' }]);
      expect(tab.live.isOpen.get()).toBe(true);
    }
  });
  expect(connectCount).toBe(1);
});

test('other tabs are not told what the tab with the connection missed, because they may have missed more', async () => {
  const [first, second] = [openTab(), openTab()];
  await vi.waitFor(() => onlyConnection());
  await onlyConnection().parts.handle({ type: 'hello', mustResync: false, missed: [] });
  await vi.waitFor(() => expect(second.events).toEqual([{ type: 'hello', mustResync: false }]));
  expect(first.events).toEqual([{ type: 'hello', mustResync: false, missed: [] }]);
});

test('a later tab is notified that the connection is open', async () => {
  openTab();
  await vi.waitFor(() => onlyConnection());
  onlyConnection().parts.onState(true);
  const later = openTab();
  await vi.waitFor(() => expect(later.live.isOpen.get()).toBe(true));
});

test('another tab connects when the tab with the connection is closed', async () => {
  const [first, second] = [openTab(), openTab()];
  await vi.waitFor(() => onlyConnection());
  first.live.stop();
  await vi.waitFor(() => expect(connectCount).toBe(2));
  onlyConnection().parts.handle({ type: 'settings' });
  expect(second.events).toEqual([{ type: 'settings' }]);
  expect(first.events).toEqual([]);
});

test('watches the sectors of all tabs and reports the visible one, even after a reconnect', async () => {
  const [first, second] = [openTab(), openTab()];
  await vi.waitFor(() => onlyConnection());
  first.live.send({ type: 'watchSectors', sectors: ['1:1', '1:2'] });
  second.live.send({ type: 'watchSectors', sectors: ['1:2', '1:3'] });
  second.live.send({ type: 'looking', isVisible: true, conversationWith: 'ben' });
  first.live.send({ type: 'looking', isVisible: false, conversationWith: null });
  const all = { type: 'watchSectors', sectors: ['1:1', '1:2', '1:3'] };
  await vi.waitFor(() => expect(onlyConnection().sent).toContainEqual(all));
  await vi.waitFor(() => expect(onlyConnection().sent.at(-1)).toMatchObject({ type: 'looking', isVisible: true }));
  onlyConnection().sent.length = 0;
  onlyConnection().parts.onState(true);
  expect(onlyConnection().sent).toContainEqual(all);
  expect(onlyConnection().sent).toContainEqual({ type: 'looking', isVisible: true, conversationWith: 'ben' });
});

test('the next tab to connect sends the subscriptions that it made before', async () => {
  const [first, second] = [openTab(), openTab()];
  await vi.waitFor(() => onlyConnection());
  second.live.send({ type: 'watchSectors', sectors: ['1:3'] });
  first.live.stop();
  await vi.waitFor(() => expect(connectCount).toBe(2));
  onlyConnection().parts.onState(true);
  expect(onlyConnection().sent).toEqual([{ type: 'watchSectors', sectors: ['1:3'] }]);
});

test('a visible tab takes the connection over from a frozen one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // A frozen tab: it holds the lock and answers no message.
  let releaseLock: () => void = () => undefined;
  const frozen = navigator.locks
    .request(`live-${round}`, () => new Promise<void>((resolve) => (releaseLock = resolve)))
    .then(
      () => 'released',
      () => 'stolen',
    );
  openTab().live.checkConnection();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await frozen).toBe('stolen');
  await vi.waitFor(() => expect(connectCount).toBe(1));
  releaseLock();
  vi.useRealTimers();
});

test('the tab that took over still receives the last events of the previous one', async () => {
  const tab = openTab();
  await vi.waitFor(() => onlyConnection());
  const previousTab = new BroadcastChannel(`live-${round}`);
  previousTab.postMessage({ is: 'event', event: { type: 'typing', profileId: 'ben' } });
  await vi.waitFor(() => expect(tab.events).toEqual([{ type: 'typing', profileId: 'ben' }]));
  previousTab.close();
});

test('a visible tab does not take over if the tab with the connection answers', async () => {
  const [, visible] = [openTab(), openTab()];
  await vi.waitFor(() => onlyConnection());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answered = new Promise((resolve) => {
    const channel = new BroadcastChannel(`live-${round}`);
    channel.addEventListener('message', ({ data }) => {
      if (data.is !== 'state') return;
      channel.close();
      resolve(true);
    });
  });
  visible.live.checkConnection();
  await answered;
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(onlyConnection().checks).toBe(1);
  expect(connectCount).toBe(1);
});

test('notifies all tabs of the end of the session', async () => {
  const opened = [openTab(), openTab(), openTab()];
  await vi.waitFor(() => onlyConnection());
  onlyConnection().parts.onSessionEnded();
  await vi.waitFor(() => expect(opened.map(({ endedCount }) => endedCount)).toEqual([1, 1, 1]));
});

/** Takes the connection's lock from the tab that has it; returns a function that releases it. */
function stealLock(): () => void {
  const stolen = Promise.withResolvers<void>();
  void navigator.locks.request(`live-${round}`, { steal: true }, () => stolen.promise).catch(() => undefined);
  return stolen.resolve;
}

test('a tab whose connection was taken over closes it, and connects again when the other tab is closed', async () => {
  openTab();
  await vi.waitFor(() => onlyConnection());
  const release = stealLock();
  await vi.waitFor(() => expect(connections).toEqual([]));
  expect(connectCount).toBe(1);
  release();
  await vi.waitFor(() => expect([connectCount, connections.length]).toEqual([2, 1]));
});

test('the tab whose connection was taken over, and a third one, learn that the new one is open', async () => {
  const [first, third] = [openTab().live, openTab().live];
  await vi.waitFor(() => onlyConnection());
  onlyConnection().parts.onState(true);
  await vi.waitFor(() => expect(third.isOpen.get()).toBe(true));
  const newHolder = new BroadcastChannel(`live-${round}`);
  newHolder.addEventListener('message', ({ data }) => {
    if (data.is === 'whoHolds') newHolder.postMessage({ is: 'state', isOpen: true, lastEventMs: 1 });
  });
  const release = stealLock();
  await vi.waitFor(() => expect(connections).toEqual([]));
  await vi.waitFor(() => expect([first, third].map(({ isOpen }) => isOpen.get())).toEqual([true, true]));
  newHolder.close();
  release();
});

test('a tab that took over the connection closes it when another tab takes over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stealLock();
  openTab().live.checkConnection();
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(connections).toHaveLength(1));
  vi.useRealTimers();
  const release = stealLock();
  await vi.waitFor(() => expect(connections).toEqual([]));
  release();
});

test('a tab that gets the connection while it waits for an answer keeps it', async () => {
  const release = stealLock();
  const tab = openTab();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  tab.live.checkConnection();
  release();
  await vi.waitFor(() => onlyConnection());
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect([connectCount, connections.length]).toEqual([1, 1]);
});

test('the tab with the connection checks it when the tab becomes visible', async () => {
  const tab = openTab();
  await vi.waitFor(() => onlyConnection());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  tab.live.checkConnection();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect([onlyConnection().checks, connectCount]).toEqual([1, 1]);
});

test('a tab that is closed neither takes the connection over nor waits for it', async () => {
  stealLock();
  const [waiting, takingOver] = [openTab(), openTab()];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  waiting.live.checkConnection();
  waiting.live.stop();
  takingOver.live.checkConnection();
  vi.advanceTimersByTime(2_000);
  takingOver.live.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  const { pending = [] } = await navigator.locks.query();
  expect(pending.filter(({ name }) => name === `live-${round}`)).toEqual([]);
  expect(connections).toEqual([]);
});

test('a page that was left requests the lock only once', async () => {
  let count = 0;
  const request = async (): Promise<never> => {
    count += 1;
    // Otherwise the test would never end if the page kept asking.
    if (count === 100) await new Promise(() => undefined);
    throw new DOMException('The document is not fully active', 'InvalidStateError');
  };
  const nothing = () => undefined;
  const connect = () => ({ send: nothing, checkConnection: nothing, close: nothing });
  tabs.push(shareLive({ connect, handle: nothing, onJoined: nothing, onSessionEnded: nothing, locks: { request } }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(count).toBe(1);
});

test('a closed tab is offline, and its sectors are no longer watched', async () => {
  const [first, second] = [openTab(), openTab()];
  await vi.waitFor(() => onlyConnection());
  onlyConnection().parts.onState(true);
  first.live.send({ type: 'watchSectors', sectors: ['1:1'] });
  second.live.send({ type: 'watchSectors', sectors: ['1:2'] });
  await vi.waitFor(() => expect(onlyConnection().sent.at(-1)).toEqual({ type: 'watchSectors', sectors: ['1:1', '1:2'] }));
  await vi.waitFor(() => expect(second.live.isOpen.get()).toBe(true));
  second.live.stop();
  expect(second.live.isOpen.get()).toBe(false);
  await vi.waitFor(() => expect(onlyConnection().sent.at(-1)).toEqual({ type: 'watchSectors', sectors: ['1:1'] }));
});

test('all tabs together watch no more sectors than the server accepts', async () => {
  const tab = openTab();
  await vi.waitFor(() => onlyConnection());
  tab.live.send({ type: 'watchSectors', sectors: Array.from({ length: 101 }, (_, n) => `1:${n}`) });
  const [command] = onlyConnection().sent;
  expect(command?.type === 'watchSectors' && command.sectors).toHaveLength(100);
});

test('commands of any tab are sent unchanged', async () => {
  const [first, second] = [openTab(), openTab()];
  await vi.waitFor(() => onlyConnection());
  first.live.send({ type: 'typing', recipientProfileId: 'ben' });
  second.live.send({ type: 'typing', recipientProfileId: 'cem' });
  await vi.waitFor(() =>
    expect(onlyConnection().sent).toEqual([
      { type: 'typing', recipientProfileId: 'ben' },
      { type: 'typing', recipientProfileId: 'cem' },
    ]),
  );
});

test('the last state of a connection that was taken over changes nothing in the tab that took it over', async () => {
  const tab = openTab();
  await vi.waitFor(() => onlyConnection());
  onlyConnection().parts.onState(true);
  const loser = new BroadcastChannel(`live-${round}`);
  loser.postMessage({ is: 'state', isOpen: true });
  loser.postMessage({ is: 'state', isOpen: false });
  loser.postMessage({ is: 'event', event: { type: 'settings' } });
  await vi.waitFor(() => expect(tab.events).toEqual([{ type: 'settings' }]));
  loser.close();
  expect([tab.live.isOpen.get(), tab.joinedCount]).toEqual([true, 0]);
});

test('a tab that becomes visible twice within two seconds waits only for the second answer', async () => {
  const [, viewed] = [openTab(), openTab()];
  await vi.waitFor(() => onlyConnection());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  viewed.live.checkConnection();
  viewed.live.checkConnection();
  await new Promise((resolve) => setImmediate(resolve));
  await vi.waitFor(() => expect(onlyConnection().checks).toBe(2));
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(connectCount).toBe(1);
});
