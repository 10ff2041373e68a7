// The hub's frames, and which conversations members have open.
import { mock } from 'node:test';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { LiveEvent } from '#shared/contract/live.ts';
import { localChanges, type Lease } from '#server/changes/changes.ts';
import { serverLimits } from '#server/limits.ts';
import { randomIds } from '#server/open-world.ts';
import { localBus } from '#server/outside/bus.ts';
import { openHub, type HubSocket } from './hub.ts';

/** A hub with sockets that record the sent frames. */
function openTestHub(lease: Lease | null = null) {
  const bus = localBus((error) => {
    throw error;
  });
  const logged: string[] = [];
  const hub = openHub(
    {
      bus,
      changes: { ...localChanges({ bus, db: { afterCommit: () => undefined } }), lease },
      ids: randomIds,
      presence: null,
      limits: serverLimits,
      log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
      clock: { now: () => 0, monotonic: () => 0 },
    },
    {
      cursorOf: (profileId, revision) => `${profileId} ${revision}`,
      isHidden: (_viewerId, otherId) => otherId === 'hidden',
    },
  );
  const deliver = (profileId: string, event: LiveEvent, revision?: number) =>
    bus.publish({ type: 'deliver', profileId, event, ...(revision === undefined ? {} : { revision }) });
  const connect = (profileId: string, buffered = 0) => {
    const written = { frames: [] as LiveEvent[][], isTerminated: false, buffered };
    const socket: HubSocket = {
      send: (frame) => written.frames.push(JSON.parse(frame) as LiveEvent[]),
      ping: () => undefined,
      bufferedBytes: () => written.buffered,
      close: () => undefined,
      terminate: () => (written.isTerminated = true),
    };
    const connection = hub.connect({ profileId, sessionHash: profileId, addresses: [{ key: profileId, share: 1 }] }, socket);
    if (!connection) throw new Error('there is room');
    return { connection, written };
  };
  const open = (profileId: string, buffered = 0) => {
    const opened = connect(profileId, buffered);
    opened.connection.begin(0, { mustResync: false }, []);
    return opened;
  };
  return { hub, bus, connect, open, deliver, logged };
}
const oneTick = () => new Promise((resolve) => setImmediate(resolve));

test('events of one tick share a frame, with the cursor after the last change', async () => {
  const { hub, open, deliver } = openTestHub();
  const { written } = open('anton');
  await oneTick();
  const gone = (messageId: string): LiveEvent => ({ type: 'messageGone', messageId, peerProfileId: 'p', revision: 1 });
  const [other, cursor] = [{ type: 'notifications' }, (after: number) => ({ type: 'cursor', cursor: `anton ${after}` })] as const;
  deliver('anton', gone('a'), 5);
  deliver('anton', gone('b'), 6);
  deliver('anton', other);
  await oneTick();
  deliver('anton', gone('c'), 7);
  await oneTick();
  deliver('anton', other);
  await oneTick();
  expect(written.frames).toEqual([
    [{ type: 'hello', mustResync: false }, cursor(0)],
    [gone('a'), gone('b'), other, cursor(6)],
    [gone('c'), cursor(7)],
    [other],
  ]);
  hub.close();
});

test('an event about a member who is hidden from the profile is not delivered', async () => {
  const { hub, bus, open } = openTestHub();
  const { written } = open('anton');
  for (const aboutProfileId of ['hidden', 'shown'])
    bus.publish({ type: 'deliver', profileId: 'anton', aboutProfileId, event: { type: 'note', aboutProfileId } });
  await oneTick();
  expect(written.frames.flat()).toContainEqual({ type: 'note', aboutProfileId: 'shown' });
  expect(written.frames.flat()).not.toContainEqual({ type: 'note', aboutProfileId: 'hidden' });
  hub.close();
});

test('a socket that does not read is terminated, others are not, and the log does not say whose it is', async () => {
  const { hub, open, logged } = openTestHub();
  const [slow, quick] = [open('slow', 2_000_000), open('quick')];
  await oneTick();
  expect([slow.written.isTerminated, quick.written.isTerminated]).toEqual([true, false]);
  expect(logged).toEqual([expect.stringContaining('a socket did not keep up')]);
  expect(logged[0]).not.toContain('slow');
  expect([hub.isOnline('slow'), hub.isOnline('quick')]).toEqual([false, true]);
  hub.close();
});

test('members receive the events of a watched sector, if allowed, until they watch another sector', async () => {
  const { hub, open } = openTestHub();
  const [anton, boris, carl] = [open('anton'), open('boris'), open('carl')];
  for (const { connection } of [anton, boris]) connection.watch(['33:-112', '34:-112']);
  carl.connection.watch(['40:-74']);
  await oneTick();
  const gone: LiveEvent = { type: 'gone', profileId: 'dora' };
  hub.sendToSector('33:-112', gone, (profileId) => profileId !== 'boris');
  await oneTick();
  expect([anton, boris, carl].map(({ written }) => written.frames.length)).toEqual([2, 1, 1]);
  anton.connection.watch([]);
  hub.sendToSector('33:-112', gone, () => true);
  await oneTick();
  expect([anton, boris, carl].map(({ written }) => written.frames.length)).toEqual([2, 2, 1]);
  hub.close();
});

test('a command that ends after its socket was removed watches no sector', async () => {
  const { hub, open } = openTestHub();
  const { connection, written } = open('anton');
  await oneTick();
  connection.remove();
  connection.watch(['33:-112']);
  hub.sendToSector('33:-112', { type: 'gone', profileId: 'dora' }, () => true);
  await oneTick();
  expect(written.frames).toHaveLength(1);
  hub.close();
});

test('a member’s open conversation is known while their screen is visible', () => {
  const { hub, open } = openTestHub();
  const { connection } = open('anton');
  connection.setView(true, 'boris');
  expect([hub.isLookingAt('anton', 'boris'), hub.isLookingAt('anton', 'carl')]).toEqual([true, false]);
  connection.setView(false, 'boris');
  expect(hub.isLookingAt('anton', 'boris')).toBe(false);
  connection.remove();
  expect(hub.isOnline('anton')).toBe(false);
  hub.close();
});

test('a socket that is pinged must answer, and one that has not begun must begin', () => {
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    const { hub, open, connect } = openTestHub();
    const sockets = { answering: open('a'), mute: open('b'), waiting: connect('c') };
    const pass = (ms: number) => {
      for (let passed = 0; passed < ms; passed += 250) {
        mock.timers.tick(250);
        sockets.answering.connection.markAlive();
        sockets.waiting.connection.markAlive();
      }
    };
    pass(serverLimits.socketPongMs);
    const terminated = () => Object.values(sockets).map(({ written }) => written.isTerminated);
    expect(terminated()).toEqual([false, false, false]);
    pass(750);
    expect(terminated()).toEqual([false, true, true]);
    pass(3 * serverLimits.socketPingMs);
    expect(terminated()).toEqual([false, true, true]);
    hub.close();
  } finally {
    mock.timers.reset();
  }
});

test('without a lease waiting events are not sent, and all sockets are closed when it is lost', async () => {
  const listeners: (() => void)[] = [];
  const held: { term: number | null } = { term: 1 };
  const { open, deliver, hub } = openTestHub({ term: () => held.term, onLost: (listener) => void listeners.push(listener) });
  const { written } = open('anton');
  await oneTick();
  expect(written.frames).toHaveLength(1);
  deliver('anton', { type: 'notifications' });
  held.term = null;
  await oneTick();
  expect(written.frames).toHaveLength(1);
  listeners.forEach((lose) => lose());
  expect(hub.isOnline('anton')).toBe(false);
  held.term = 2;
  await oneTick();
  expect(written.frames).toHaveLength(1);
  hub.close();
});
