// Several tabs of one browser on one live connection.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveCommand, LiveEvent } from '#shared/contract/live.ts';
import { shareLive, type Live } from './live.ts';
import type { ConnectionParts } from './socket.ts';

interface Line {
  readonly parts: Pick<ConnectionParts, 'handle' | 'onState' | 'onSessionEnded'>;
  readonly said: LiveCommand[];
  nudges: number;
}

let lines: Line[] = [];
let dialled = 0;
let tabs: Live[] = [];
let round = 0;

beforeEach(() => {
  round++;
  lines = [];
  tabs = [];
  dialled = 0;
});
afterEach(() => {
  for (const tab of tabs) tab.stop();
});

interface Tab {
  readonly live: Live;
  readonly heard: LiveEvent[];
  joinings: number;
  endings: number;
}

/** `isAsleep` is a tab that the system has stopped: it keeps its lock and hears nothing. */
function openTab({ isAsleep = false } = {}): Tab {
  const tab = { heard: [] as LiveEvent[], joinings: 0, endings: 0 };
  const live = shareLive({
    name: `live-${round}`,
    connect: (parts) => {
      dialled++;
      const line: Line = { parts, said: [], nudges: 0 };
      lines.push(line);
      return {
        send: (command) => void line.said.push(command),
        nudge: () => line.nudges++,
        close: () => {
          lines = lines.filter((other) => other !== line);
          parts.onState(false);
        },
      };
    },
    handle: (event) => tab.heard.push(event),
    onJoined: () => tab.joinings++,
    onSessionEnded: () => tab.endings++,
  });
  if (!isAsleep) tabs.push(live);
  return Object.assign(tab, { live });
}

const theLine = (): Line => {
  const [line] = lines;
  if (line === undefined) throw new Error('Nobody holds a connection');
  return line;
};

test('a tab that comes later requests again what may have changed before it received events', async () => {
  const first = openTab();
  await vi.waitFor(() => theLine());
  theLine().parts.onState(true);
  const second = openTab();
  await vi.waitFor(() => expect(second.joinings).toBe(1));
  theLine().parts.onState(false);
  theLine().parts.onState(true);
  theLine().parts.handle({ type: 'settings' });
  // The states before it have arrived, too.
  await vi.waitFor(() => expect(second.heard).toEqual([{ type: 'settings' }]));
  expect(second.live.isOpen.get()).toBe(true);
  expect([first.joinings, second.joinings]).toEqual([0, 1]);
});

test('five tabs hold one connection, and all hear what it brings', async () => {
  const opened = [openTab(), openTab(), openTab(), openTab(), openTab()];
  await vi.waitFor(() => theLine());
  theLine().parts.onState(true);
  theLine().parts.handle({ type: 'notifications' });
  await vi.waitFor(() => {
    for (const tab of opened) {
      expect(tab.heard).toEqual([{ type: 'notifications' }]);
      expect(tab.live.isOpen.get()).toBe(true);
    }
  });
  expect(dialled).toBe(1);
});

test('a tab that comes later learns that the connection is open', async () => {
  openTab();
  await vi.waitFor(() => theLine());
  theLine().parts.onState(true);
  const later = openTab();
  await vi.waitFor(() => expect(later.live.isOpen.get()).toBe(true));
});

test('when the tab that holds it is closed the next one connects', async () => {
  const [first, second] = [openTab(), openTab()];
  await vi.waitFor(() => theLine());
  first.live.stop();
  await vi.waitFor(() => expect(dialled).toBe(2));
  theLine().parts.handle({ type: 'settings' });
  expect(second.heard).toEqual([{ type: 'settings' }]);
  expect(first.heard).toEqual([]);
});

test('the sectors of all tabs are watched together, and again after a reconnect', async () => {
  const [first, second] = [openTab(), openTab()];
  await vi.waitFor(() => theLine());
  first.live.send({ type: 'watchSectors', sectors: ['1:1', '1:2'] });
  second.live.send({ type: 'watchSectors', sectors: ['1:2', '1:3'] });
  second.live.send({ type: 'looking', isVisible: true, conversationWith: 'ben' });
  first.live.send({ type: 'looking', isVisible: false, conversationWith: null });
  const all = { type: 'watchSectors', sectors: ['1:1', '1:2', '1:3'] };
  await vi.waitFor(() => expect(theLine().said).toContainEqual(all));
  await vi.waitFor(() => expect(theLine().said.at(-1)).toMatchObject({ type: 'looking', isVisible: true }));
  theLine().said.length = 0;
  theLine().parts.onState(true);
  expect(theLine().said).toContainEqual(all);
  expect(theLine().said).toContainEqual({ type: 'looking', isVisible: true, conversationWith: 'ben' });
});

test('the next tab to connect knows what the others look at', async () => {
  const [first, second] = [openTab(), openTab()];
  await vi.waitFor(() => theLine());
  second.live.send({ type: 'watchSectors', sectors: ['1:3'] });
  first.live.stop();
  await vi.waitFor(() => expect(dialled).toBe(2));
  theLine().parts.onState(true);
  expect(theLine().said).toEqual([{ type: 'watchSectors', sectors: ['1:3'] }]);
});

test('a tab that is looked at takes the connection over from one that sleeps', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // A sleeping tab: the lock is held, and no word is answered.
  let wake: () => void = () => undefined;
  const sleeping = navigator.locks
    .request(`live-${round}`, () => new Promise<void>((resolve) => (wake = resolve)))
    .then(
      () => 'kept',
      () => 'lost',
    );
  openTab().live.nudge();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await sleeping).toBe('lost');
  await vi.waitFor(() => expect(dialled).toBe(1));
  wake();
  vi.useRealTimers();
});

test('what the tab that lost the connection was told last is heard in the one that took it over too', async () => {
  const tab = openTab();
  await vi.waitFor(() => theLine());
  const loser = new BroadcastChannel(`live-${round}`);
  loser.postMessage({ is: 'event', event: { type: 'typing', profileId: 'ben' } });
  await vi.waitFor(() => expect(tab.heard).toEqual([{ type: 'typing', profileId: 'ben' }]));
  loser.close();
});

test('a tab that is looked at leaves the connection to one that answers, and has it checked', async () => {
  const [, seen] = [openTab(), openTab()];
  await vi.waitFor(() => theLine());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answered = new Promise((resolve) => {
    const channel = new BroadcastChannel(`live-${round}`);
    channel.addEventListener('message', ({ data }) => {
      if (data.is !== 'state') return;
      channel.close();
      resolve(true);
    });
  });
  seen.live.nudge();
  await answered;
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(theLine().nudges).toBe(1);
  expect(dialled).toBe(1);
});

test('the end of the session is told to all tabs', async () => {
  const opened = [openTab(), openTab(), openTab()];
  await vi.waitFor(() => theLine());
  theLine().parts.onSessionEnded();
  await vi.waitFor(() => expect(opened.map(({ endings }) => endings)).toEqual([1, 1, 1]));
});

/** Takes the connection's lock from the tab that has it; returns the way to release it. */
function stealLock(): () => void {
  const stolen = Promise.withResolvers<void>();
  void navigator.locks.request(`live-${round}`, { steal: true }, () => stolen.promise).catch(() => undefined);
  return stolen.resolve;
}

test('a tab whose connection another one took over closes its own, and connects again when that one is closed', async () => {
  openTab();
  await vi.waitFor(() => theLine());
  const release = stealLock();
  await vi.waitFor(() => expect(lines).toEqual([]));
  expect(dialled).toBe(1);
  release();
  await vi.waitFor(() => expect([dialled, lines.length]).toEqual([2, 1]));
});

test('a tab that took the connection over closes it when another one takes it over in turn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stealLock();
  openTab().live.nudge();
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  vi.useRealTimers();
  const release = stealLock();
  await vi.waitFor(() => expect(lines).toEqual([]));
  release();
});

test('a tab that gets the connection while it waits for an answer keeps it', async () => {
  const release = stealLock();
  const tab = openTab();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  tab.live.nudge();
  release();
  await vi.waitFor(() => theLine());
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect([dialled, lines.length]).toEqual([1, 1]);
});

test('the tab that holds the connection checks it when it is looked at', async () => {
  const tab = openTab();
  await vi.waitFor(() => theLine());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  tab.live.nudge();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect([theLine().nudges, dialled]).toEqual([1, 1]);
});

test('a tab that is closed neither takes the connection over nor waits for it', async () => {
  stealLock();
  const [waiting, takingOver] = [openTab(), openTab()];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  waiting.live.nudge();
  waiting.live.stop();
  takingOver.live.nudge();
  vi.advanceTimersByTime(2_000);
  takingOver.live.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  const { pending = [] } = await navigator.locks.query();
  expect(pending.filter(({ name }) => name === `live-${round}`)).toEqual([]);
  expect(lines).toEqual([]);
});

test('a tab that is closed is offline, and its sectors are watched no longer', async () => {
  const [first, second] = [openTab(), openTab()];
  await vi.waitFor(() => theLine());
  theLine().parts.onState(true);
  first.live.send({ type: 'watchSectors', sectors: ['1:1'] });
  second.live.send({ type: 'watchSectors', sectors: ['1:2'] });
  await vi.waitFor(() => expect(theLine().said.at(-1)).toEqual({ type: 'watchSectors', sectors: ['1:1', '1:2'] }));
  await vi.waitFor(() => expect(second.live.isOpen.get()).toBe(true));
  second.live.stop();
  expect(second.live.isOpen.get()).toBe(false);
  await vi.waitFor(() => expect(theLine().said.at(-1)).toEqual({ type: 'watchSectors', sectors: ['1:1'] }));
});

test('all tabs together watch no more sectors than the server takes', async () => {
  const tab = openTab();
  await vi.waitFor(() => theLine());
  tab.live.send({ type: 'watchSectors', sectors: Array.from({ length: 101 }, (_, n) => `1:${n}`) });
  const [command] = theLine().said;
  expect(command?.type === 'watchSectors' && command.sectors).toHaveLength(100);
});

test('commands of any tab go out as they are', async () => {
  const [first, second] = [openTab(), openTab()];
  await vi.waitFor(() => theLine());
  first.live.send({ type: 'typing', recipientProfileId: 'ben' });
  second.live.send({ type: 'typing', recipientProfileId: 'cem' });
  await vi.waitFor(() =>
    expect(theLine().said).toEqual([
      { type: 'typing', recipientProfileId: 'ben' },
      { type: 'typing', recipientProfileId: 'cem' },
    ]),
  );
});

test('the last state of a connection that was taken over changes nothing in the tab that took it', async () => {
  const tab = openTab();
  await vi.waitFor(() => theLine());
  theLine().parts.onState(true);
  const loser = new BroadcastChannel(`live-${round}`);
  loser.postMessage({ is: 'state', isOpen: true });
  loser.postMessage({ is: 'state', isOpen: false });
  loser.postMessage({ is: 'event', event: { type: 'settings' } });
  await vi.waitFor(() => expect(tab.heard).toEqual([{ type: 'settings' }]));
  loser.close();
  expect([tab.live.isOpen.get(), tab.joinings]).toEqual([true, 0]);
});

test('a tab that is viewed twice within two seconds waits for the second answer only', async () => {
  const [, viewed] = [openTab(), openTab()];
  await vi.waitFor(() => theLine());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  viewed.live.nudge();
  viewed.live.nudge();
  await new Promise((resolve) => setImmediate(resolve));
  await vi.waitFor(() => expect(theLine().nudges).toBe(2));
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(dialled).toBe(1);
});
