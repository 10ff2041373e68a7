// Messages between two members over HTTP, for both databases.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages, type Message } from '#shared/contract/messages.ts';
import { dayMs } from '#shared/rules/durations.ts';
import type { OpenTestApp, TestApp } from '#server/testing/app/test-app.ts';
import type { Member } from '#server/testing/app/members.ts';
import { block, notificationsOf } from '#server/testing/members/actions.ts';

type Person = { profileId: string };
const none = { sinceMessageId: undefined, beforeMessageId: undefined };
const unknownId = '00000000-0000-4000-8000-000000000000';

const bodyOf = (from: Person, to: Person, bodyText: string, profilePicIds: string[] = []) => ({
  senderProfileId: from.profileId,
  recipientProfileId: to.profileId,
  bodyText,
  profilePicIds,
});
const ask = (from: Member, to: Person, bodyText: string, key?: string) =>
  from.ask(messages.postMessage, { body: bodyOf(from, to, bodyText) }, key === undefined ? {} : { 'idempotency-key': key });
async function send(from: Member, to: Person, bodyText: string): Promise<Message> {
  return from.call(messages.postMessage, { body: bodyOf(from, to, bodyText) });
}
const between = (viewer: Member, a: Person, b: Person, page: Partial<typeof none> | Record<string, string> = none) =>
  viewer.ask(messages.getBetween, { params: { a: a.profileId, b: b.profileId }, query: { ...none, ...page } });
const history = async (viewer: Member, other: Person, page: Record<string, string> = {}) =>
  (await between(viewer, viewer, other, page)).body as Message[];
const recent = (viewer: Member, page: Record<string, string> = {}) =>
  viewer.call(messages.getMostRecentWith, { params: { id: viewer.profileId }, query: { ...none, ...page } });
const read = (viewer: Member, { id }: { id: string }) => viewer.ask(messages.putMessageRead, { params: { id } });
const remove = (viewer: Member, { id }: { id: string }, forBoth = false) =>
  viewer.ask(messages.deleteMessage, { params: { id }, query: { forBoth } });
const textsOf = (list: readonly { bodyText: string }[]) => list.map((message) => message.bodyText);

export function membersWriteToEachOther(open: OpenTestApp): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await open();
  });
  afterAll(() => app.close());

  const two = async (): Promise<[Member, Member]> => [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];

  test('both members see messages, newest first, and only the sender sees the key', async () => {
    const [anton, boris] = await two();
    const key = crypto.randomUUID();
    const sent = await ask(anton, boris, '  hello \r\n you ', key);
    expect(sent.status).toBe(200);
    expect(sent.body).toMatchObject({ bodyText: 'hello \n you', clientId: key, tsRecipientRead: null });
    await send(boris, anton, 'hi');
    expect(textsOf(await history(anton, boris))).toEqual(['hi', 'hello \n you']);
    const [answer, first] = await history(boris, anton);
    expect(first).not.toHaveProperty('clientId');
    expect(answer?.sequence).toBeGreaterThan(first?.sequence ?? Infinity);
    expect(answer?.tsCreated).toBeGreaterThan(first?.tsCreated ?? Infinity);
  });

  test('conversations show their newest message, the other member and the unread count', async () => {
    const [anton, boris] = await two();
    const clara = await app.member({ name: 'Clara' });
    await send(boris, anton, 'one');
    await send(clara, anton, 'from Clara');
    await send(boris, anton, 'two');
    await send(anton, clara, 'to Clara');
    expect(await recent(anton)).toMatchObject([
      { bodyText: 'to Clara', unread: 1, profile: { profileName: 'Clara', session: null } },
      { bodyText: 'two', unread: 2, profile: { profileName: 'Boris' } },
    ]);
    const [, withBoris] = await recent(anton);
    expect(textsOf(await recent(anton, { sinceMessageId: withBoris?.id ?? '' }))).toEqual(['to Clara']);
    expect(await recent(boris)).toMatchObject([{ bodyText: 'two', unread: 0, profile: { profileName: 'Anton' } }]);
  });

  test('conversations are listed in pages of twenty, older or newer than a message', async () => {
    const anton = await app.member();
    const others = await Promise.all(Array.from({ length: 25 }, (_, i) => app.member({ name: `Other ${i}` })));
    const sent: Message[] = [];
    for (const other of others) sent.push(await send(other, anton, other.name));
    const first = await recent(anton);
    expect(textsOf(first)).toEqual(
      others
        .slice(5)
        .map((other) => other.name)
        .toReversed(),
    );
    const older = await recent(anton, { beforeMessageId: first.at(-1)?.id ?? '' });
    expect(textsOf(older)).toEqual(
      others
        .slice(0, 5)
        .map((other) => other.name)
        .toReversed(),
    );
    expect(textsOf(await recent(anton, { sinceMessageId: sent[2]?.id ?? '' }))).toEqual(
      others
        .slice(3, 23)
        .map((other) => other.name)
        .toReversed(),
    );
  });

  test('reading a message marks earlier ones as read too, and listing the conversation marks none', async () => {
    const [anton, boris] = await two();
    const [one, secondMessage, three] = [
      await send(anton, boris, '1'),
      await send(anton, boris, '2'),
      await send(anton, boris, '3'),
    ];
    await history(boris, anton);
    expect((await recent(boris))[0]?.unread).toBe(3);
    expect((await history(anton, boris)).every((message) => message.tsRecipientRead === null)).toBe(true);

    expect((await read(boris, secondMessage)).body).toMatchObject({ id: secondMessage.id, tsRecipientRead: expect.any(Number) });
    expect((await recent(boris))[0]?.unread).toBe(1);
    expect(await notificationsOf(boris)).toHaveLength(1);
    const seen = await history(anton, boris);
    expect(seen.map((message) => message.tsRecipientRead !== null)).toEqual([false, true, true]);

    const [firstMark] = (await history(boris, anton)).filter((message) => message.id === one.id);
    app.clock.pass(60_000);
    await read(boris, three);
    expect((await history(boris, anton)).find((message) => message.id === one.id)).toEqual(firstMark);
    expect(await notificationsOf(boris)).toEqual([]);
    expect((await read(boris, one)).status).toBe(200);
  });

  test('the sender does not learn that a message was read if the recipient disables that', async () => {
    const anton = await app.member();
    const boris = await app.member({ preferences: { sendSeen: false } });
    const sent = await send(anton, boris, 'did you see?');
    const before = await history(anton, boris);
    await read(boris, sent);
    expect((await history(boris, anton))[0]?.tsRecipientRead).toEqual(expect.any(Number));
    expect(await history(anton, boris)).toEqual(before);
  });

  test('a message is not read before it was sent, even when the clock was set back', async () => {
    const [anton, boris] = await two();
    const nowMs = app.clock.now();
    const sent = await send(anton, boris, 'hello');
    app.clock.set(nowMs - 60_000);
    expect((await read(boris, sent)).body.tsRecipientRead).toBe(sent.tsCreated);
    app.clock.set(nowMs);
    expect((await history(anton, boris))[0]?.tsRecipientRead).toBe(sent.tsCreated);
  });

  test('each conversation with unread messages has one notification', async () => {
    const [anton, boris] = await two();
    await send(anton, boris, 'one');
    const last = await send(anton, boris, 'two');
    expect(await notificationsOf(boris)).toMatchObject([
      { bodyText: 'Anton wrote to you.', url: `/chat/personal/${anton.profileId}` },
    ]);
    expect(await notificationsOf(anton)).toEqual([]);
    await read(boris, last);
    expect(await notificationsOf(boris)).toEqual([]);
  });

  test('a message deleted for one member remains for the other', async () => {
    const [anton, boris] = await two();
    const [remaining, gone] = [await send(anton, boris, 'remaining'), await send(anton, boris, 'gone')];
    const before = await history(anton, boris);
    expect((await remove(boris, gone)).status).toBe(204);
    expect((await remove(boris, gone)).status).toBe(404);
    expect(textsOf(await history(boris, anton))).toEqual(['remaining']);
    expect(await recent(boris)).toMatchObject([{ bodyText: 'remaining', unread: 1 }]);
    expect(await history(anton, boris)).toEqual(before);
    await remove(boris, remaining);
    expect(await recent(boris)).toEqual([]);
    expect(await notificationsOf(boris)).toEqual([]);
  });

  test('only the sender can unsend a message, which removes its text for both', async () => {
    const [anton, boris] = await two();
    const key = crypto.randomUUID();
    const { body: sent } = await ask(anton, boris, 'a slip', key);
    expect((await remove(boris, sent, true)).status).toBe(404);
    expect((await remove(anton, sent, true)).status).toBe(204);
    expect((await remove(anton, sent, true)).status).toBe(404);
    expect(await history(anton, boris)).toEqual([]);
    expect(await history(boris, anton)).toEqual([]);
    expect(await notificationsOf(boris)).toEqual([]);
    const again = await ask(anton, boris, 'a slip', key);
    expect([again.status, again.body]).toMatchObject([200, { id: sent.id, bodyText: '' }]);
    expect(await history(boris, anton)).toEqual([]);
  });

  test('a hundred simultaneous sends with one key store one message', async () => {
    const [anton, boris] = await two();
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => ask(anton, boris, `try ${i}`, key)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.bytes.toString())).size).toBe(1);
    expect(await history(boris, anton)).toHaveLength(1);
    expect((await ask(anton, boris, '', key)).body).toEqual(answers[0]?.body);
  });

  test('without a key, sends with the same text and time store one message', async () => {
    const [anton, boris] = await two();
    const tsCreated = Date.now();
    const put = (moment?: number) =>
      anton.call(messages.postMessage, { body: { ...bodyOf(anton, boris, 'same words'), tsCreated: moment } });
    const same = await Promise.all(Array.from({ length: 50 }, () => put(tsCreated)));
    expect(new Set(same.map((message) => message.id)).size).toBe(1);
    await put(tsCreated + 1);
    await put();
    await put();
    expect(await history(boris, anton)).toHaveLength(4);
  });

  test('a key is unique per sender and must be well-formed', async () => {
    const [anton, boris] = await two();
    const key = crypto.randomUUID();
    const [fromAnton, fromBoris] = [await ask(anton, boris, 'one', key), await ask(boris, anton, 'two', key)];
    expect(fromBoris.body.id).not.toBe(fromAnton.body.id);
    expect((await ask(anton, boris, 'hello', 'not a key')).status).toBe(400);
  });

  test('members hidden from each other cannot exchange messages, and the blocked one sees the other as deleted', async () => {
    const [anton, boris] = await two();
    const [fromAnton, fromBoris] = [await send(anton, boris, 'before'), await send(boris, anton, 'answer')];
    const unknown = await ask(boris, { profileId: unknownId }, 'anybody there?');
    await block(anton, boris);

    const refused = await ask(boris, anton, 'hello?');
    expect(refused.status).toBe(404);
    expect(refused.bytes).toEqual(unknown.bytes);
    expect((await ask(anton, boris, 'and now?')).status).toBe(404);
    expect(await recent(boris)).toEqual([]);
    expect(await recent(anton)).toEqual([]);
    expect(await notificationsOf(boris)).toEqual([]);
    expect(textsOf(await history(anton, boris))).toEqual(['answer', 'before']);
    expect(await history(boris, anton)).toEqual([]);
    for (const attempt of [
      read(boris, fromAnton),
      remove(boris, fromBoris, true),
      between(boris, boris, anton, { sinceMessageId: fromAnton.id }),
    ])
      expect((await attempt).bytes).toEqual(unknown.bytes);

    await block(anton, boris, false);
    expect(textsOf(await history(boris, anton))).toEqual(['answer', 'before']);
    expect((await ask(boris, anton, 'again')).status).toBe(200);
  });

  test('a repeated key does not disclose to a blocked sender that the other member exists', async () => {
    const [anton, boris] = await two();
    const key = crypto.randomUUID();
    await ask(boris, anton, 'hello', key);
    await block(anton, boris);
    expect((await ask(boris, anton, 'hello', key)).status).toBe(404);
  });

  test('members cannot read, mark or delete messages of others, or send any in the names of others', async () => {
    const [anton, boris] = await two();
    const carl = await app.member();
    const sent = await send(anton, boris, 'between us');
    expect((await between(carl, anton, boris)).status).toBe(403);
    expect((await carl.ask(messages.getMostRecentWith, { params: { id: anton.profileId }, query: none })).status).toBe(403);
    expect((await read(carl, sent)).status).toBe(404);
    expect((await read(anton, sent)).status).toBe(404);
    expect((await remove(carl, sent)).status).toBe(404);
    expect((await carl.ask(messages.postMessage, { body: bodyOf(anton, boris, 'forged') })).status).toBe(403);
    expect((await app.visitor().ask(messages.postMessage, { body: bodyOf(anton, boris, 'forged') })).status).toBe(401);
    const withCarl = await send(anton, carl, 'to Carl');
    expect((await between(anton, anton, boris, { sinceMessageId: withCarl.id })).status).toBe(404);
    expect(await history(anton, { profileId: unknownId })).toEqual([]);
  });

  test('a message needs a text of at most 4,000 characters or a picture, a visible recipient, and a sender with a name', async () => {
    const [anton, boris] = await two();
    const unnamed = await app.member({ name: '' });
    expect((await ask(anton, boris, '😀'.repeat(4_000))).status).toBe(200);
    expect((await ask(anton, boris, 'x'.repeat(4_001))).status).toBe(400);
    const blank = await ask(anton, boris, ' \n\t ');
    expect([blank.status, blank.body]).toMatchObject([400, { code: 'blank-message' }]);
    expect((await ask(anton, anton, 'dear diary')).status).toBe(400);
    expect((await ask(anton, unnamed, 'hello')).status).toBe(404);
    expect((await ask(unnamed, anton, 'hello')).body).toMatchObject({ code: 'needs-profile' });
    expect(await history(anton, boris)).toHaveLength(1);
  });

  test('pictures in a message must belong to its sender', async () => {
    const [anton, boris] = await two();
    const picture = crypto.randomUUID();
    await app.world.db.write((tx) =>
      tx
        .insertInto('pictures')
        .values({ id: picture, profile_id: anton.profileId, width: 1, height: 1, bytes: 1, placeholder: '', created_ms: 0 })
        .execute(),
    );
    const sent = await anton.call(messages.postMessage, { body: bodyOf(anton, boris, '', [picture, picture]) });
    expect(sent).toMatchObject({ bodyText: '', profilePicIds: [picture] });
    // A code of its own, because with not-found the app would tell the sender that the recipient cannot be reached.
    const foreign = await boris.ask(messages.postMessage, { body: bodyOf(boris, anton, '', [picture]) });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'picture-gone' } });
  });

  test('polling for messages after the last known one returns each message once, and so does reading older pages', async () => {
    const [anton, boris] = await two();
    const start = await send(anton, boris, 'start');
    const known: Message[] = [start];
    const expected: string[] = ['start'];
    for (const burst of [0, 1, 19, 20, 21, 45, 3]) {
      const writers = Array.from({ length: burst }, (_, i) =>
        send(i % 3 === 0 ? boris : anton, i % 3 === 0 ? anton : boris, `${burst}.${i}`),
      );
      if (burst % 2 === 0) await Promise.all(writers);
      for (let idle = 0; idle < 2;) {
        const newMessages = (await history(boris, anton, { sinceMessageId: known.at(-1)?.id ?? '' })).toReversed();
        known.push(...newMessages);
        idle = newMessages.length === 0 && (await Promise.all(writers)).length === burst ? idle + 1 : 0;
      }
      expected.push(...textsOf(await Promise.all(writers)));
    }
    expect(textsOf(known).toSorted()).toEqual(expected.toSorted());
    expect(known.map((message) => message.sequence)).toEqual(known.map((message) => message.sequence).toSorted((a, b) => a - b));

    const backwards: Message[] = [];
    for (
      let page = await history(anton, boris);
      page.length > 0;
      page = await history(anton, boris, { beforeMessageId: page.at(-1)?.id ?? '' })
    )
      backwards.push(...page);
    expect(backwards.map((message) => message.id)).toEqual(known.map((message) => message.id).toReversed());
  });

  test('new conversations are limited per day, without counting repeated sends and replies', async () => {
    const strict = await open({ rates: { newConversationsPerDay: { max: 2, perMs: dayMs } } });
    try {
      const [anton, ...others] = await Promise.all(Array.from({ length: 4 }, () => strict.member()));
      const [a, b, c] = others;
      if (!anton || !a || !b || !c) throw new Error('There are fewer than four members.');
      const key = crypto.randomUUID();
      await ask(anton, a, 'one', key);
      await ask(anton, a, 'one', key);
      await ask(anton, a, 'more');
      expect((await ask(anton, b, 'two')).status).toBe(200);
      const refused = await ask(anton, c, 'three');
      expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
      expect(await history(c, anton)).toEqual([]);
      await send(c, anton, 'hello');
      expect((await ask(anton, c, 'hello back')).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
}
