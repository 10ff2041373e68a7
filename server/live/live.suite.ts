// WebSocket tests for any database: live events, resuming after a loss, refused connections.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import type { LiveEvent } from '#shared/contract/live.ts';
import { messages, type Message } from '#shared/contract/messages.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { write, block, exchangeMessages, sendChatPicture } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { insertHistory } from '#server/testing/app/message-history.ts';
import { cursorOf, openSocket, type TestSocket } from '#server/testing/members/sockets.ts';
import type { OpenTestApp, TestApp } from '#server/testing/app/test-app.ts';

const read = (viewer: Member, { id }: Message) => viewer.call(messages.putMessageRead, { params: { id } });
const remove = (viewer: Member, { id }: Message, forBoth: boolean) =>
  viewer.call(messages.deleteMessage, { params: { id }, query: { forBoth } });
const historyOf = (viewer: Member, other: Member) =>
  viewer.call(messages.getBetween, {
    params: { a: viewer.profileId, b: other.profileId },
    query: { sinceMessageId: undefined, beforeMessageId: undefined },
  });
const changesIn = (events: readonly LiveEvent[]) =>
  events.filter((event) => event.type === 'message' || event.type === 'messageGone');

/** `open` starts the application as one process or as one of several. All sockets have one address. */
export function socketTests(open: OpenTestApp): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await open({ limits: { socketsPerAddress: 500 } });
  });
  afterAll(() => app.close());

  const two = async (): Promise<[Member, Member]> => [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];

  test('both members receive a message live, with the fields that each may see', async () => {
    const [anton, boris] = await two();
    const [theirs, mine] = [await openSocket(boris), await openSocket(anton)];
    const sent = await write(anton, boris, 'hello');
    expect((await mine.until('message')).message).toEqual(sent);
    const { message } = await theirs.until('message');
    expect([message]).toEqual(await historyOf(boris, anton));
    expect(message).not.toHaveProperty('clientId');
    await theirs.until('notifications');
  });

  test('reading, deleting and unsending are sent to the members concerned only', async () => {
    const [anton, boris] = await two();
    const secretive = await app.member({ preferences: { sendSeen: false } });
    const [mine, theirs, third] = [await openSocket(anton), await openSocket(boris), await openSocket(secretive)];
    const sent = await write(anton, boris, 'one');
    await read(boris, sent);
    await mine.until('message', ({ message }) => message.tsRecipientRead !== null);
    await theirs.until('message', ({ message }) => message.tsRecipientRead !== null);

    await remove(boris, sent, false);
    await theirs.until('messageGone', ({ messageId }) => messageId === sent.id);
    const slip = await write(anton, boris, 'two');
    await remove(anton, slip, true);
    expect(await theirs.until('messageGone', ({ messageId }) => messageId === slip.id)).toMatchObject({
      peerProfileId: anton.profileId,
    });

    const unseen = await write(anton, secretive, 'did you see?');
    await mine.until('message', ({ message }) => message.id === unseen.id);
    await mine.settled();
    const before = [...changesIn(mine.received)];
    await read(secretive, unseen);
    await remove(secretive, unseen, false);
    await third.until('messageGone');
    await mine.settled();
    expect(changesIn(mine.received)).toEqual(before);
    expect(before.some((event) => event.type === 'messageGone' && event.messageId === sent.id)).toBe(false);
  });

  test('a client that loses its socket fifty times receives everything exactly once', async () => {
    const [anton, boris] = await two();
    await write(anton, boris, 'first');
    const screen = new Map<string, Message>();
    const times = new Map<string, number>();
    let cursor = await cursorOf(boris);
    let socket: TestSocket | null = null;

    /** Applies frames like a client. */
    const apply = (frames: LiveEvent[][]) => {
      for (const frame of frames.splice(0)) {
        for (const event of frame) {
          if (event.type === 'message') screen.set(event.message.id, event.message);
          else if (event.type === 'messageGone') screen.delete(event.messageId);
          else if (event.type === 'hello') expect(event.mustResync).toBe(false);
          if (event.type !== 'message' && event.type !== 'messageGone') continue;
          const at = event.type === 'message' ? event.message.revision : event.revision;
          const name = `${event.type === 'message' ? event.message.id : event.messageId} ${at}`;
          times.set(name, (times.get(name) ?? 0) + 1);
        }
        for (const event of frame) if (event.type === 'cursor') cursor = event.cursor;
      }
    };

    let isTalking = true;
    const talk = (async () => {
      const sent: Message[] = [];
      for (let i = 0; isTalking; i++) {
        const burst = Array.from({ length: 1 + (i % 4) }, (_, n) =>
          n % 2 === 0 ? write(anton, boris, `${i}.${n}`) : write(boris, anton, `${i}.${n}`),
        );
        sent.push(...(await Promise.all(burst)));
        const received = sent.filter((message) => message.recipientProfileId === boris.profileId);
        const last = received[received.length - 1];
        if (last && i % 3 === 0) await read(boris, last);
        const victim = received[received.length - 5];
        if (victim && i % 7 === 0) await remove(anton, victim, true).catch(() => undefined);
      }
    })();

    for (let drops = 0; drops < 50; drops++) {
      socket = await openSocket(boris, { cursor });
      const wanted = drops % 5;
      if (wanted > 0) await socket.until('message', () => (socket?.received.length ?? 0) > wanted);
      socket.drop();
      apply(socket.frames);
    }
    isTalking = false;
    await talk;
    const last = await openSocket(boris, { cursor });
    await last.settled();
    apply(last.frames);

    const stored = await app.world.db.read
      .selectFrom('messages')
      .select('id')
      .where('recipient_deleted_ms', 'is', null)
      .execute();
    const undeleted = new Set(stored.map((row) => row.id));
    const shown = await historyOf(boris, anton);
    for (const message of shown) if (screen.has(message.id)) expect(screen.get(message.id)).toEqual(message);
    const everything: string[] = [];
    for (let page = shown; page.length > 0;) {
      everything.push(...page.filter((message) => message.bodyText !== 'first').map((message) => message.id));
      page = await boris.call(messages.getBetween, {
        params: { a: boris.profileId, b: anton.profileId },
        query: { sinceMessageId: undefined, beforeMessageId: page.at(-1)?.id },
      });
    }
    expect(
      [...screen.values()]
        .filter((message) => message.bodyText !== 'first')
        .map((message) => message.id)
        .toSorted(),
    ).toEqual(everything.toSorted());
    expect([...screen.keys()].every((id) => undeleted.has(id))).toBe(true);
    expect(new Set(times.values())).toEqual(new Set([1]));
  });

  test('changes between connecting and resuming are sent once, after the hello', async () => {
    const [anton, boris] = await two();
    await write(anton, boris, 'first');
    const cursor = await cursorOf(boris);
    const socket = await openSocket(boris, { resumes: false });
    await write(anton, boris, 'second');
    expect(socket.received).toEqual([]);
    socket.say({ type: 'resume', cursor });
    await socket.until('message');
    await write(anton, boris, 'third');
    await socket.until('message', ({ message }) => message.bodyText === 'third');
    expect(socket.received[0]).toEqual({ type: 'hello', mustResync: false });
    expect(changesIn(socket.received).map((event) => event.type === 'message' && event.message.bodyText)).toEqual([
      'second',
      'third',
    ]);
  });

  test('a new client receives a current cursor, and one that missed too much must resync', async () => {
    const [anton, boris] = await two();
    const fresh = await openSocket(boris);
    expect(fresh.received).toEqual([{ type: 'hello', mustResync: false }]);
    fresh.drop();
    await write(anton, boris, '0');
    const resumed = await openSocket(boris, { cursor: fresh.cursor() });
    expect(changesIn(resumed.received)).toHaveLength(1);
    resumed.drop();
    await insertHistory(app.world, await app.member(), boris, 500);
    const inTime = await openSocket(boris, { cursor: resumed.cursor() });
    expect(changesIn(inTime.received)).toHaveLength(500);
    inTime.drop();
    await write(anton, boris, 'one too many');
    const late = await openSocket(boris, { cursor: resumed.cursor() });
    expect(late.received).toEqual([{ type: 'hello', mustResync: true }]);
    for (const { cursor } of [late, await openSocket(boris)])
      expect((await openSocket(boris, { cursor: cursor() })).received).toEqual([{ type: 'hello', mustResync: false }]);
  });

  test.each([500, 501])('after %i reads at once both members receive each change, or resync beyond 500', async (unread) => {
    const [anton, boris] = await two();
    await insertHistory(app.world, anton, boris, 2 * unread);
    const sockets = [await openSocket(anton), await openSocket(boris)];
    const newest = (await historyOf(boris, anton)).find(({ senderProfileId }) => senderProfileId === anton.profileId);
    await read(boris, newest as Message);
    for (const socket of sockets) {
      await socket.settled();
      expect(changesIn(socket.received)).toHaveLength(unread === 500 ? 500 : 0);
      const hellos = socket.received.filter(({ type }) => type === 'hello');
      expect(hellos.slice(1)).toEqual(unread === 500 ? [] : [{ type: 'hello', mustResync: true }]);
      socket.drop();
    }
    const resumed = await openSocket(boris, { cursor: sockets[1]?.cursor() ?? '' });
    expect(resumed.received).toEqual([{ type: 'hello', mustResync: false }]);
    resumed.drop();
  });

  test('a client that holds messages which were deleted with an account must resync', async () => {
    const [anton, boris] = await two();
    const carl = await app.member();
    await write(carl, boris, 'stays');
    await write(anton, boris, 'goes');
    const cursor = await cursorOf(boris);
    await anton.call(account.deleteAccount);
    const later = await openSocket(boris, { cursor });
    expect(later.received).toEqual([{ type: 'hello', mustResync: true }]);
    later.drop();
    expect((await openSocket(boris, { cursor: later.cursor() })).received).toEqual([{ type: 'hello', mustResync: false }]);
  });

  test('a cursor of another member, a changed one and the number of an earlier build must resync, and then receive all', async () => {
    const [anton, boris] = await two();
    const [mine, theirs] = [await openSocket(anton), await openSocket(boris)];
    const changed = theirs.cursor().replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
    for (const resumed of [
      { cursor: mine.cursor() },
      { cursor: changed },
      { cursor: theirs.cursor().slice(0, -4) },
      { cursor: 'x' },
      { cursor: '' },
      { cursor: 17 },
      { revision: 17 },
      { revision: null },
    ]) {
      const socket = await openSocket(boris, { resumes: false });
      socket.say(JSON.stringify({ type: 'resume', ...resumed }));
      expect(await socket.until('hello'), JSON.stringify(resumed)).toEqual({ type: 'hello', mustResync: true });
      const { id } = await write(anton, boris, 'after the hello');
      await socket.until('message', ({ message }) => message.id === id);
      socket.drop();
      const next = await openSocket(boris, { cursor: socket.cursor() });
      expect(next.received).toEqual([{ type: 'hello', mustResync: false }]);
      next.drop();
    }
  });

  test('a page of another or unknown origin gets no socket, nor does a visitor or an administrator who is no member', async () => {
    const anton = await app.member();
    const { host } = new URL(app.origin);
    for (const origin of [
      'https://evil.example',
      `https://${host}`,
      `${app.origin}.evil.example`,
      `http://${host.split(':')[0]}:1`,
      'null',
      null,
    ])
      await expect(openSocket(anton, { origin })).rejects.toThrow('refused with 403');
    await expect(openSocket(anton, { origin: null, withoutCookie: true })).rejects.toThrow('refused with 403');
    await expect(openSocket(app.visitor())).rejects.toThrow('refused with 401');
    const admin = await app.member({ roles: ['ADMIN'] });
    await expect(openSocket(admin)).rejects.toThrow('refused with 403');
  });

  test('a socket that sends too many, invalid or too large commands is closed', async () => {
    const anton = await app.member();
    const flood = await openSocket(anton);
    for (let i = 0; i < 25; i++) flood.say({ type: 'ping' });
    expect(await flood.closed).toBe(1008);
    for (const nonsense of ['{', '{"type":"unknown"}', '{"type":"resume","cursor":{}}', 'null', Buffer.from('{"type":"ping"}')]) {
      const socket = await openSocket(anton);
      socket.say(nonsense);
      expect(await socket.closed).toBe(1008);
    }
    const big = await openSocket(anton);
    big.say(`{"type":"ping","x":"${'x'.repeat(16_384)}"}`);
    expect(await big.closed).toBe(1009);
  });

  test('the end of a session closes only its sockets', async () => {
    const [anton, boris] = await two();
    const [mine, theirs] = [await openSocket(anton), await openSocket(boris)];
    const hash = await app.world.db.read
      .selectFrom('sessions')
      .select('id_hash')
      .where('profile_id', '=', anton.profileId)
      .executeTakeFirstOrThrow();
    app.world.bus.publish({ type: 'sessionsEnded', accountId: anton.accountId, sessionHashes: [hash.id_hash] });
    expect(await mine.closed).toBe(4401);
    await theirs.settled();
  });

  test('a member’s sixth socket closes their first', async () => {
    const anton = await app.member();
    const sockets: TestSocket[] = [];
    for (let i = 0; i < 6; i++) {
      app.clock.pass(1);
      sockets.push(await openSocket(anton));
    }
    expect(await sockets[0]?.closed).toBe(4409);
    for (const socket of sockets.slice(1)) await socket.settled();
  });

  test('the number of sockets per address is limited', async () => {
    const small = await open({ limits: { socketsPerAddress: 2 } });
    try {
      const first = await openSocket(await small.member());
      await openSocket(await small.member());
      const third = await small.member();
      await expect(openSocket(third)).rejects.toThrow('refused with 429');
      first.close();
      await first.closed;
      await (await openSocket(third)).settled();
    } finally {
      await small.close();
    }
  });

  test('a block immediately removes both members from open screens and stops all events between them', async () => {
    const [anton, boris] = await two();
    const cursor = await cursorOf(boris);
    const sent = await write(boris, anton, 'before');
    const [mine, theirs] = [await openSocket(anton), await openSocket(boris)];
    await block(anton, boris);
    expect(await theirs.until('gone')).toEqual({ type: 'gone', profileId: anton.profileId });
    expect(await mine.until('gone')).toEqual({ type: 'gone', profileId: boris.profileId });
    await read(anton, sent);
    mine.say({ type: 'typing', recipientProfileId: boris.profileId });
    theirs.say({ type: 'typing', recipientProfileId: anton.profileId });
    await mine.settled();
    await theirs.settled();
    await mine.settled();
    for (const socket of [mine, theirs]) {
      expect(changesIn(socket.received)).toEqual([]);
      expect(socket.received.some((event) => event.type === 'typing')).toBe(false);
    }
    expect(changesIn((await openSocket(boris, { cursor })).received)).toEqual([]);
  });

  test('typing is shown, unless the member has turned it off', async () => {
    const [anton, boris] = await two();
    const quiet = await app.member({ preferences: { sendTyping: false } });
    for (const one of [anton, quiet]) await exchangeMessages(one, boris);
    const [mine, theirs, silent] = [await openSocket(anton), await openSocket(boris), await openSocket(quiet)];
    silent.say({ type: 'typing', recipientProfileId: boris.profileId });
    await silent.settled();
    mine.say({ type: 'typing', recipientProfileId: boris.profileId });
    expect(await theirs.until('typing')).toEqual({ type: 'typing', profileId: anton.profileId });
    expect(theirs.received.filter((event) => event.type === 'typing')).toHaveLength(1);
  });

  test('typing is shown only between members who have both written to each other', async () => {
    const [anton, boris] = await two();
    const [mine, theirs] = [await openSocket(anton), await openSocket(boris)];
    const bothType = async () => {
      mine.say({ type: 'typing', recipientProfileId: boris.profileId });
      theirs.say({ type: 'typing', recipientProfileId: anton.profileId });
      await mine.settled();
      await theirs.settled();
      await mine.settled();
      return [mine, theirs].map(({ received }) => received.splice(0).filter(({ type }) => type === 'typing').length);
    };
    expect(await bothType()).toEqual([0, 0]);
    await write(anton, boris, 'hello');
    await write(anton, boris, 'are you there?');
    expect(await bothType()).toEqual([0, 0]);
    const reply = await write(boris, anton, 'yes');
    expect(await bothType()).toEqual([1, 1]);
    await boris.call(messages.deleteMessage, { params: { id: reply.id }, query: { forBoth: true } });
    expect(await bothType()).toEqual([0, 0]);
    await write(boris, anton, 'no');
    await write(await app.member(), boris, 'me too');
    expect(await bothType()).toEqual([1, 1]);
    await anton.call(profiles.putProfile, { body: { id: anton.profileId, birthdate: null } });
    expect(await bothType()).toEqual([1, 0]);
  });

  test('a picture that can be viewed once counts as written, so that typing is shown', async () => {
    const [anton, boris] = await two();
    await sendChatPicture(anton, boris, undefined, { viewOnce: true });
    await write(boris, anton, 'wow');
    const [mine, theirs] = [await openSocket(anton), await openSocket(boris)];
    theirs.say({ type: 'typing', recipientProfileId: anton.profileId });
    await theirs.settled();
    await mine.settled();
    expect(mine.received.filter(({ type }) => type === 'typing')).toHaveLength(1);
  });
}
