// The area chat on open sockets, and between members hidden from each other.
import { describe, expect, test } from 'vitest';
import { block, broadcast as say, write } from '#server/testing/members/actions.ts';
import { cursorOf, openSocket } from '#server/testing/members/sockets.ts';
import {
  app,
  testSector,
  neighbourSector,
  neighbour,
  ask,
  fetchPage,
  listOf,
  textsOf,
  remove,
  socketOf,
  openAreaChat,
} from '#server/testing/members/area-chat.ts';
import { createBroadcastsService } from './broadcasts.service.ts';

openAreaChat();

describe('on open sockets', () => {
  test('a broadcast immediately reaches members who watch the sector, and only its sender gets the key', async () => {
    const [anton, boris, carl] = [await neighbour({ name: 'Anton' }), await neighbour(), await neighbour()];
    const [antonWs, borisWs, carlWs] = [
      await openSocket(anton),
      await socketOf(boris),
      await socketOf(carl, [neighbourSector()]),
    ];
    const key = crypto.randomUUID();
    const { body: sent } = await ask(anton, 'hello', key);
    const { message: received } = await borisWs.until('broadcast');
    expect(received).toMatchObject({ id: sent.id, sector: testSector(), profile: { profileName: 'Anton' } });
    expect(received).not.toHaveProperty('clientId');
    expect((await antonWs.until('broadcast')).message).toMatchObject({ id: sent.id, clientId: key });

    await remove(boris, sent);
    expect(await borisWs.until('broadcastGone')).toEqual({ type: 'broadcastGone', messageId: sent.id, sector: testSector() });
    await antonWs.settled();
    expect(antonWs.received.some(({ type }) => type === 'broadcastGone')).toBe(false);
    const { body: second } = await ask(anton, 'a slip');
    await remove(anton, second, true);
    for (const socket of [antonWs, borisWs]) await socket.until('broadcastGone', ({ messageId }) => messageId === second.id);
    await carlWs.settled();
    expect(carlWs.received.filter(({ type }) => type.startsWith('broadcast'))).toEqual([]);
    for (const socket of [antonWs, borisWs, carlWs]) socket.close();
  });

  test('forty broadcasts sent simultaneously arrive in the order in which they are listed', async () => {
    const listener = await neighbour();
    const socket = await socketOf(listener);
    const speakers = await Promise.all(Array.from({ length: 8 }, () => neighbour()));
    await Promise.all(speakers.flatMap((speaker) => Array.from({ length: 5 }, (_, number) => say(speaker, `${number}`))));
    const received = () => socket.received.flatMap((event) => (event.type === 'broadcast' ? [event.message.id] : []));
    await expect.poll(() => received().length).toBe(40);
    const page = await listOf(listener);
    const listed = [...page, ...(await listOf(listener, testSector(), { beforeMessageId: page.at(-1)?.id }))];
    expect(received().toReversed()).toEqual(listed.map(({ id }) => id));
    socket.close();
  });

  test('a withheld broadcast disappears for members who watch its sector, unless its sender is a test user', async () => {
    const [anton, tester, boris] = [await neighbour(), await neighbour({ isTest: true }), await neighbour()];
    const [shown, test] = [await say(anton, 'hello'), await say(tester, 'a test')];
    const personal = await write(anton, boris, 'to you alone');
    const [socket, own] = [await socketOf(boris), await socketOf(anton)];
    const { withholding } = createBroadcastsService(app.world, {} as never);
    for (const { id } of [test, personal, shown]) await withholding.withhold(id);
    await socket.until('broadcastGone');
    for (const open of [socket, own]) await open.settled();
    const gone = (of: typeof socket) => of.received.filter(({ type }) => type === 'broadcastGone');
    expect(gone(socket)).toEqual([{ type: 'broadcastGone', messageId: shown.id, sector: testSector() }]);
    expect(gone(own)).toEqual([]);
    for (const open of [socket, own]) open.close();
  });

  test('a socket that reconnects does not receive missed broadcasts', async () => {
    const anton = await neighbour();
    const cursor = await cursorOf(anton);
    await say(anton, 'hello');
    const after = await openSocket(anton, { cursor });
    await after.settled();
    expect(after.received.filter(({ type }) => type !== 'pong')).toEqual([{ type: 'hello', mustResync: false }]);
    after.close();
  });
});

describe('between two members hidden from each other', () => {
  test('broadcasts of either member are neither listed for nor sent to the other', async () => {
    const [anton, boris, carl] = [await neighbour(), await neighbour(), await neighbour()];
    const [one, two] = [await say(anton, 'Anton'), await say(boris, 'Boris')];
    await say(carl, 'Carl');
    const sockets = [await socketOf(anton), await socketOf(boris)];
    await block(anton, boris);
    for (const [socket, other] of [
      [sockets[0], boris],
      [sockets[1], anton],
    ] as const)
      expect(await socket?.until('gone')).toEqual({ type: 'gone', profileId: other.profileId });
    expect(textsOf(await listOf(anton))).toEqual(['Carl', 'Anton']);
    expect(textsOf(await listOf(boris))).toEqual(['Carl', 'Boris']);

    const unknown = await remove(boris, { id: crypto.randomUUID() });
    for (const attempt of [remove(boris, one), remove(anton, two), fetchPage(boris, testSector(), { sinceMessageId: one.id })])
      expect((await attempt).bytes).toEqual(unknown.bytes);
    await say(anton, 'unheard');
    await say(boris, 'unheard too');
    await say(carl, 'heard');
    for (const socket of sockets) {
      await socket.until('broadcast', ({ message }) => message.bodyText === 'heard');
      await socket.settled();
    }
    const received = sockets.map(({ received }) =>
      received.flatMap((event) => (event.type === 'broadcast' ? [event.message.bodyText] : [])),
    );
    expect(received).toEqual([
      ['unheard', 'heard'],
      ['unheard too', 'heard'],
    ]);
    await block(anton, boris, false);
    expect(textsOf(await listOf(boris))).toEqual(['heard', 'unheard too', 'unheard', 'Carl', 'Boris', 'Anton']);
    for (const socket of sockets) socket.close();
  });

  test('hidden broadcasts leave no gaps in pages', async () => {
    const [anton, boris, carl] = [await neighbour(), await neighbour(), await neighbour()];
    for (let number = 0; number < 25; number++) await say(number % 2 === 0 ? anton : carl, `${number}`);
    for (let number = 0; number < 20; number++) await say(carl, `more ${number}`);
    await block(boris, anton);
    const first = await listOf(boris);
    const second = await listOf(boris, testSector(), { beforeMessageId: first.at(-1)?.id });
    expect([first.length, second.length]).toEqual([20, 12]);
    expect([...first, ...second].every(({ senderProfileId }) => senderProfileId === carl.profileId)).toBe(true);
  });
});
