// The hub's frames on its sockets, and its knowledge of what members look at.
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { LiveEvent } from '#shared/contract/live.ts';
import { serverLimits } from '#server/limits.ts';
import { localBus } from '#server/outside/bus.ts';
import { openHub, type Wire } from './hub.ts';

/** A hub with wires that record what is written to them. */
function hubInHand() {
  const bus = localBus((error) => {
    throw error;
  });
  const hub = openHub({ bus, limits: serverLimits, log: pino({ level: 'silent' }) });
  const deliver = (profileId: string, event: LiveEvent) => bus.publish({ type: 'deliver', profileId, event });
  const open = (profileId: string, buffered = 0) => {
    const written = { frames: [] as LiveEvent[][], isCut: false, buffered };
    const wire: Wire = {
      send: (frame) => written.frames.push(JSON.parse(frame) as LiveEvent[]),
      ping: () => undefined,
      bufferedBytes: () => written.buffered,
      close: () => undefined,
      terminate: () => (written.isCut = true),
    };
    const connection = hub.connect({ profileId, sessionHash: profileId, address: profileId }, wire);
    if (!connection) throw new Error('there is room');
    connection.begin({ revision: 0, mustResync: false }, []);
    return { connection, written };
  };
  return { hub, open, deliver };
}
const oneTick = () => new Promise((resolve) => setImmediate(resolve));

test('events of one tick share a frame', async () => {
  const { hub, open, deliver } = hubInHand();
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

test('a socket that does not read is cut off, and its neighbours are not', async () => {
  const { hub, open } = hubInHand();
  const [slow, quick] = [open('slow', 2_000_000), open('quick')];
  await oneTick();
  expect([slow.written.isCut, quick.written.isCut]).toEqual([true, false]);
  expect([hub.isOnline('slow'), hub.isOnline('quick')]).toEqual([false, true]);
  hub.close();
});

test('members who watch a sector get its events if they may, until they watch another', async () => {
  const { hub, open } = hubInHand();
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

test('the view of a member is known while their screen is visible', () => {
  const { hub, open } = hubInHand();
  const { connection } = open('anton');
  connection.show(true, 'boris');
  expect([hub.isLookingAt('anton', 'boris'), hub.isLookingAt('anton', 'carl')]).toEqual([true, false]);
  connection.show(false, 'boris');
  expect(hub.isLookingAt('anton', 'boris')).toBe(false);
  connection.remove();
  expect(hub.isOnline('anton')).toBe(false);
  hub.close();
});
