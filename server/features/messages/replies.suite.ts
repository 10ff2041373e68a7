// Replies and reactions to messages over HTTP, for both databases.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages, type Message } from '#shared/contract/messages.ts';
import type { Reaction } from '#shared/rules/reactions.ts';
import { broadcast, like, reportPosition, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { cursorOf, openSocket } from '#server/testing/members/sockets.ts';
import type { OpenTestApp, TestApp } from '#server/testing/app/test-app.ts';

type MessageRef = { readonly id: string };
const answer = (from: Member, to: Member, bodyText: string, { id }: MessageRef) =>
  from.ask(messages.postMessage, {
    body: { senderProfileId: from.profileId, recipientProfileId: to.profileId, bodyText, profilePicIds: [], replyToId: id },
  });
const react = (from: Member, { id }: MessageRef, emoji: Reaction | null) =>
  from.ask(messages.putMessageReaction, { params: { id }, body: { emoji } });
const remove = (from: Member, { id }: MessageRef, forBoth: boolean) =>
  from.ask(messages.deleteMessage, { params: { id }, query: { forBoth } });
const fetchMessage = (viewer: Member, { id }: MessageRef) => viewer.ask(messages.getMessage, { params: { id } });
const history = async (viewer: Member, other: Member): Promise<Message[]> =>
  viewer.call(messages.getBetween, {
    params: { a: viewer.profileId, b: other.profileId },
    query: { sinceMessageId: undefined, beforeMessageId: undefined },
  });
const unknown = { id: '00000000-0000-4000-8000-000000000000' };

export function membersAnswerEachOther(open: OpenTestApp): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await open();
  });
  afterAll(() => app.close());

  const two = async (): Promise<[Member, Member]> => [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];

  test('a broadcast cannot be a reply', async () => {
    const [anton] = await two();
    await reportPosition(anton, app.clock.now());
    const { id: replyToId } = await broadcast(anton, 'a message');
    const body = { senderProfileId: anton.profileId, bodyText: 'a reply', profilePicIds: [], replyToId };
    const refused = await anton.ask(messages.postMessage, { body });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: 'bad-request', message: expect.stringMatching(/^replyToId: /) },
    ]);
  });

  test('a reply contains the id of the original message, for both members', async () => {
    const [anton, boris] = await two();
    const question = await write(anton, boris, 'Ferry or train?');
    const sent = await answer(boris, anton, 'Ferry', question);
    expect(sent.body).toMatchObject({ bodyText: 'Ferry', replyToId: question.id });
    for (const [viewer, other] of [
      [anton, boris],
      [boris, anton],
    ] as const)
      expect((await history(viewer, other)).map(({ replyToId }) => replyToId)).toEqual([question.id, undefined]);
    expect((await fetchMessage(anton, sent.body as Message)).body).toMatchObject({ bodyText: 'Ferry', replyToId: question.id });
  });

  test('a reply to a message of another conversation is refused like a reply to an unknown message', async () => {
    const [anton, boris] = await two();
    const carl = await app.member({ name: 'Carl' });
    const otherConversation = await write(anton, carl, 'between us');
    for (const asked of [otherConversation, unknown]) {
      const refused = await answer(anton, boris, 'as I message', asked);
      expect([refused.status, refused.body]).toMatchObject([404, { code: 'not-found' }]);
    }
    expect(await history(boris, anton)).toEqual([]);
    for (const asked of [otherConversation, unknown]) expect((await fetchMessage(boris, asked)).status).toBe(404);
  });

  test('a reply to an unsent message is still sent', async () => {
    const [anton, boris] = await two();
    const message = await write(anton, boris, 'forget that');
    await remove(anton, message, true);
    expect((await answer(boris, anton, 'forget what?', message)).status).toBe(200);
    for (const viewer of [anton, boris]) expect((await fetchMessage(viewer, message)).status).toBe(404);
    expect((await history(anton, boris)).map(({ bodyText }) => bodyText)).toEqual(['forget what?']);
  });

  test('a message deleted for one member remains for the other', async () => {
    const [anton, boris] = await two();
    const message = await write(anton, boris, 'hello');
    const socket = await openSocket(boris);
    await remove(boris, message, false);
    expect([(await fetchMessage(boris, message)).status, (await fetchMessage(anton, message)).status]).toEqual([404, 200]);
    expect([(await react(boris, message, '👍')).status, (await react(anton, message, '👍')).status]).toEqual([404, 200]);
    await socket.settled();
    expect(socket.received.filter(({ type }) => type.startsWith('message'))).toMatchObject([{ type: 'messageGone' }]);
    socket.close();
  });

  test('both members can set, change and remove a reaction, and the other one receives it immediately', async () => {
    const [anton, boris] = await two();
    const sent = await write(anton, boris, 'I am on the ferry');
    const socket = await openSocket(anton);
    expect((await react(boris, sent, '🔥')).body).toMatchObject({ recipientReaction: '🔥' });
    const { message } = await socket.until('message');
    expect(message).toMatchObject({ id: sent.id, bodyText: 'I am on the ferry', recipientReaction: '🔥' });
    await react(anton, sent, '😂');
    await react(boris, sent, '❤️');
    expect(await history(anton, boris)).toMatchObject([{ senderReaction: '😂', recipientReaction: '❤️' }]);
    await react(boris, sent, null);
    const [now] = await history(boris, anton);
    expect(now).not.toHaveProperty('recipientReaction');
    expect(now).toMatchObject({ senderReaction: '😂' });
  });

  test('a member receives missed reactions after reconnecting, and a repeated reaction changes nothing', async () => {
    const [anton, boris] = await two();
    const message = await write(anton, boris, 'hello');
    const cursor = await cursorOf(anton);
    const given = (await react(boris, message, '👍')).body as Message;
    expect((await react(boris, message, '👍')).body).toEqual(given);
    const socket = await openSocket(anton, { cursor });
    await socket.settled();
    expect(socket.received.filter(({ type }) => type === 'message')).toMatchObject([{ message: { recipientReaction: '👍' } }]);
  });

  test('taking a message back removes its reactions from the database', async () => {
    const [anton, boris] = await two();
    const message = await write(anton, boris, 'hello');
    const reply = (await answer(boris, anton, 'hi', message)).body as Message;
    await react(anton, reply, '👍');
    await react(boris, reply, '🔥');
    await remove(boris, reply, true);
    const row = await app.world.db.read.selectFrom('messages').selectAll().where('id', '=', reply.id).executeTakeFirst();
    expect(row).toMatchObject({ body_text: '', reply_to_id: null, sender_reaction: null, recipient_reaction: null });
  });

  test('third members and members hidden from each other cannot set reactions', async () => {
    const [anton, boris] = await two();
    const carl = await app.member({ name: 'Carl' });
    const message = await write(anton, boris, 'hello');
    expect((await react(carl, message, '👍')).status).toBe(404);
    await like(anton, boris, { blocked: true });
    const refused = await Promise.all([react(boris, message, '👍'), react(anton, message, '👍'), react(boris, unknown, '👍')]);
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(refused[0]?.body).toEqual(refused[2]?.body);
  });

  test('only supported reactions are accepted', async () => {
    const [anton, boris] = await two();
    const { id } = await write(anton, boris, 'hello');
    for (const emoji of ['💩', 'yes', '', '👍👍', 1]) {
      const body = JSON.stringify({ emoji });
      const { status } = await boris.send('PUT', `/api/message-reaction/${id}`, body, { 'content-type': 'application/json' });
      expect(status).toBe(400);
    }
  });
}
