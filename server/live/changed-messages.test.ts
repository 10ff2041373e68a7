// Changed messages for the sockets of a member who comes back, if processes share the database.
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { localBus, type BusEvent } from '#server/outside/bus.ts';
import { sendChangedMessages } from './changed-messages.ts';
import type { Hub } from './hub.ts';

test('changes that could not be read are read again, although nothing else changes', async () => {
  const bus = localBus(() => undefined);
  const hub = { isOnline: () => true, firstRevision: () => 1 } as unknown as Hub;
  const changed = { event: { type: 'settings' }, revision: 2 } as const;
  let failures = 2;
  sendChangedMessages({ bus, log: pino({ level: 'silent' }) }, hub, {
    async changedSince() {
      if (failures-- > 0) throw new Error('no connection');
      return { revision: 2, mustResync: false, changed: [changed] };
    },
  });
  const told: BusEvent[] = [];
  bus.on('deliver', (event) => void told.push(event));
  bus.publish({ type: 'messagesChanged', profileId: 'ada', peerId: 'ben' });
  await expect.poll(() => told).toEqual([{ type: 'deliver', profileId: 'ada', ...changed }]);
});

test('a member who comes back after many changes elsewhere is sent those since their new socket has begun', async () => {
  const bus = localBus((error) => {
    throw error;
  });
  let begunRevision: number | null = 1;
  let newest = 2;
  const readFrom: (number | null)[] = [];
  const hub = { isOnline: () => begunRevision !== null, firstRevision: () => begunRevision } as unknown as Hub;
  sendChangedMessages({ bus, log: pino({ level: 'silent' }) }, hub, {
    changedSince: async (_profileId, revision) => {
      readFrom.push(revision);
      return { revision: newest, mustResync: newest - (revision ?? 0) > 10, changed: [] };
    },
  });
  const told: BusEvent[] = [];
  bus.on('deliver', (event) => void told.push(event));
  const wake = async (event: BusEvent) => {
    bus.publish(event);
    await bus.settled();
  };
  await wake({ type: 'socketBegun', profileId: 'ada' });
  await wake({ type: 'messagesChanged', profileId: 'ada', peerId: 'ben' });

  begunRevision = null;
  await wake({ type: 'messagesChanged', profileId: 'ada', peerId: 'ben' });
  [begunRevision, newest] = [100, 101];
  await wake({ type: 'socketBegun', profileId: 'ada' });
  newest = 102;
  await wake({ type: 'messagesChanged', profileId: 'ada', peerId: 'ben' });
  expect(readFrom).toEqual([1, 2, 100, 101]);
  expect(told).toEqual([]);
});
