// The hub's frames, and which conversations members have open.
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { LiveEvent } from '#shared/contract/live.ts';
import { serverLimits } from '#server/limits.ts';
import { localBus } from '#server/outside/bus.ts';
import { openHub, type HubSocket } from './hub.ts';

/** A hub with sockets that record the sent frames. */
function openTestHub() {
  const bus = localBus((error) => {
    throw error;
  });
  const hub = openHub({ bus, limits: serverLimits, log: pino({ level: 'silent' }) });
  const deliver = (profileId: string, event: LiveEvent) => bus.publish({ type: 'deliver', profileId, event });
  const open = (profileId: string, buffered = 0) => {
    const written = { frames: [] as LiveEvent[][], isTerminated: false, buffered };
    const socket: HubSocket = {
      send: (frame) => written.frames.push(JSON.parse(frame) as LiveEvent[]),
      ping: () => undefined,
      bufferedBytes: () => written.buffered,
      close: () => undefined,
      terminate: () => (written.isTerminated = true),
    };
    const connection = hub.connect({ profileId, sessionHash: profileId, address: profileId }, socket);
    if (!connection) throw new Error('there is room');
    connection.begin({ revision: 0, mustResync: false }, []);
    return { connection, written };
  };
  return { hub, open, deliver };
}
const oneTick = () => new Promise((resolve) => setImmediate(resolve));

test('events of one tick share a frame', async () => {
  const { hub, open, deliver } = openTestHub();
  const { written } = open('anton');
  await oneTick();
  const gone = (revision: number): LiveEvent => ({ type: 'messageGone', messageId: 'm', peerProfileId: 'p', revision });
  deliver('anton', gone(5));
  deliver('anton', { type: 'notifications' });
  await oneTick();
  deliver('anton', gone(7));
  await oneTick();
  expect(written.frames.slice(1)).toEqual([[gone(5), { type: 'notifications' }], [gone(7)]]);
  hub.close();
});

test('a socket that does not read is terminated, others are not', async () => {
  const { hub, open } = openTestHub();
  const [slow, quick] = [open('slow', 2_000_000), open('quick')];
  await oneTick();
  expect([slow.written.isTerminated, quick.written.isTerminated]).toEqual([true, false]);
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
