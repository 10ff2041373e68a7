// Messages and broadcasts of a process that shares its database: events contain only ids, and sockets receive what the database has.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import type { BusEvent } from '#server/outside/bus.ts';
import { broadcast, reportPosition, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
const published: BusEvent[] = [];
beforeAll(async () => {
  const lease = { term: () => 1, onLost: () => undefined };
  app = await openTestApp({ parts: ({ changes }) => ({ changes: { ...changes, lease } }) });
  app.world.bus.on('broadcastSent', (event) => void published.push(event));
});
afterAll(() => app.close());

async function neighbour(name: string): Promise<Member> {
  const member = await app.member({ name });
  await reportPosition(member, app.clock.now());
  return member;
}
async function watching(member: Member) {
  const socket = await openSocket(member);
  socket.say({ type: 'watchSectors', sectors: ['33:-113'] });
  await socket.settled();
  return socket;
}

test('a broadcast is published by its id alone, and reaches its sender and the members who watch the sector', async () => {
  const [anton, boris] = [await neighbour('Anton'), await neighbour('Boris')];
  const [own, other] = [await openSocket(anton), await watching(boris)];
  const sent = await broadcast(anton, 'hello');
  for (const socket of [own, other]) {
    const { message } = await socket.until('broadcast');
    expect(message).toMatchObject({ id: sent.id, bodyText: 'hello', profile: { profileName: 'Anton' } });
  }
  expect(published).toContainEqual({ type: 'broadcastSent', messageId: sent.id });
  for (const socket of [own, other]) socket.close();
});

test('an event for a broadcast that does not exist reaches nobody', async () => {
  const boris = await neighbour('Boris');
  const socket = await watching(boris);
  await app.world.bus.apply({ type: 'broadcastSent', messageId: crypto.randomUUID() });
  await socket.settled();
  expect(socket.received.filter(({ type }) => type === 'broadcast')).toEqual([]);
  socket.close();
});

test('a broadcast that is unsent disappears for its sender and the members who watch the sector', async () => {
  const [anton, boris] = [await neighbour('Anton'), await neighbour('Boris')];
  const [own, other] = [await openSocket(anton), await watching(boris)];
  const { id } = await broadcast(anton, 'a slip');
  await anton.call(messages.deleteMessage, { params: { id }, query: { forBoth: true } });
  for (const socket of [own, other]) {
    expect(await socket.until('broadcastGone')).toEqual({ type: 'broadcastGone', messageId: id, sector: '33:-113' });
    socket.close();
  }
});

test('an event for a broadcast that has been unsent reaches nobody', async () => {
  const [anton, boris] = [await neighbour('Anton'), await neighbour('Boris')];
  const { id } = await broadcast(anton, 'too late');
  await anton.call(messages.deleteMessage, { params: { id }, query: { forBoth: true } });
  const socket = await watching(boris);
  await app.world.bus.apply({ type: 'broadcastSent', messageId: id });
  await socket.settled();
  expect(socket.received.filter(({ type }) => type === 'broadcast')).toEqual([]);
  socket.close();
});

test('a message reaches both members', async () => {
  const [anton, boris] = [await neighbour('Anton'), await neighbour('Boris')];
  const [own, other] = [await openSocket(anton), await openSocket(boris)];
  const { id } = await write(anton, boris, 'to you');
  for (const socket of [own, other]) expect((await socket.until('message')).message).toMatchObject({ id, bodyText: 'to you' });
  for (const socket of [own, other]) socket.close();
});

test('message times increase even if another process has written the previous message', async () => {
  const [anton, boris] = [await neighbour('Anton'), await neighbour('Boris')];
  const first = await write(anton, boris, 'one');
  const later = first.tsCreated + 5_000;
  await app.world.db.write((tx) => tx.updateTable('messages').set({ created_ms: later }).where('id', '=', first.id).execute());
  expect((await write(boris, anton, 'two')).tsCreated).toBe(later + 1);
});
