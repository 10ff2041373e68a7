// The area chat: broadcasts, their sectors, senders and removal.
import { describe, expect, test } from 'vitest';
import { messages, type Broadcast } from '#shared/contract/messages.ts';
import { notifications } from '#shared/contract/notifications.ts';
import { ageOn } from '#shared/rules/age.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { serverLimits } from '#server/limits.ts';
import { broadcast as say, showPictures, uploadPicture, write } from '#server/testing/members/actions.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';
import {
  app,
  testSector,
  neighbourSector,
  goToRow,
  goNorth,
  report,
  neighbour,
  draft,
  ask,
  fetchPage,
  listOf,
  textsOf,
  remove,
  ownSector,
  socketOf,
  openAreaChat,
} from '#server/testing/members/area-chat.ts';

openAreaChat();

describe('a broadcast', () => {
  test('is listed, newest first and with its sender, only in its sector', async () => {
    const [anton, boris] = [await neighbour({ name: 'Anton' }), await neighbour({ name: 'Boris' })];
    const key = crypto.randomUUID();
    const sent = await ask(anton, '  anybody up for \r\n a coffee? ', key);
    expect(sent.status).toBe(200);
    expect(sent.body).toMatchObject({ bodyText: 'anybody up for \n a coffee?', clientId: key, sector: testSector() });
    expect(sent.body).not.toHaveProperty('recipientProfileId');
    app.clock.pass(1);
    await say(boris, 'me');
    const [newest, first] = await listOf(boris);
    expect(textsOf(await listOf(boris))).toEqual(['me', 'anybody up for \n a coffee?']);
    expect(first).not.toHaveProperty('clientId');
    expect(first?.profile).toMatchObject({
      profileName: 'Anton',
      session: null,
      profileAge: ageOn('1990-05-17', app.clock.now()),
    });
    expect(newest?.sequence).toBeGreaterThan(first?.sequence ?? Infinity);
    expect(await listOf(boris, neighbourSector())).toEqual([]);
    expect(await boris.call(messages.getMostRecentWith, { params: { id: boris.profileId }, query: none })).toEqual([]);
    expect(await boris.call(notifications.getNotifications, { params: { profileId: boris.profileId } })).toEqual([]);
  });

  test('discloses only the sector, and the distance of a sender who is on the map', async () => {
    const [anton, boris] = [await neighbour(), await app.member()];
    await report(boris, { north: 0.1 });
    await say(anton, 'hello');
    const [listed] = await listOf(boris);
    expect(listed?.distanceMetres).toBeGreaterThan(9_000);
    expect(listed?.distanceMetres).toBeLessThan(13_500);
    expect(JSON.stringify(listed)).not.toMatch(/"(lat|lon|lng|latitude|longitude)"/);
    expect((await listOf(anton))[0]).not.toHaveProperty('distanceMetres');
    await report(anton, { hide: true });
    expect((await listOf(boris))[0]).not.toHaveProperty('distanceMetres');
    expect(await listOf(boris)).toMatchObject([{ bodyText: 'hello' }]);
  });

  test('is listed in pages of twenty, before or after any message', async () => {
    const anton = await neighbour();
    const sent: Broadcast[] = [];
    for (let number = 0; number < 45; number++) sent.push((await say(anton, `${number}`)) as Broadcast);
    const pages: Broadcast[][] = [await listOf(anton)];
    while (pages.at(-1)?.length === 20)
      pages.push(await listOf(anton, testSector(), { beforeMessageId: pages.at(-1)?.at(-1)?.id }));
    expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
    expect(textsOf(pages.flat())).toEqual(textsOf(sent).toReversed());
    expect(textsOf(await listOf(anton, testSector(), { sinceMessageId: sent[2]?.id }))).toEqual(
      textsOf(sent.slice(3, 23)).toReversed(),
    );
    expect(await listOf(anton, testSector(), { sinceMessageId: sent[44]?.id })).toEqual([]);
  });

  test('of another sector, a conversation’s message or an unknown id is not a valid cursor', async () => {
    const [anton, boris] = [await neighbour(), await neighbour()];
    const otherSector = await say(anton, 'sector');
    const personal = await write(anton, boris, 'to you alone');
    for (const id of [personal.id, crypto.randomUUID()])
      expect((await fetchPage(boris, testSector(), { sinceMessageId: id })).status).toBe(404);
    expect((await fetchPage(boris, neighbourSector(), { beforeMessageId: otherSector.id })).status).toBe(404);
    // Broadcasts cannot be marked as read.
    expect((await boris.ask(messages.putMessageRead, { params: { id: otherSector.id } })).status).toBe(404);
  });

  test.each(['33', '33:', '33:-113:1', '33.5:20', '91:0', '-91:0', '0:180', '0:-181', '-0:5', '007:5'])(
    'cannot be listed for the invalid sector %s',
    async (sector) => {
      expect((await fetchPage(await app.member(), sector)).status).toBe(400);
    },
  );

  test('is stored once per key, and without a key once per text and time', async () => {
    const anton = await neighbour();
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, number) => ask(anton, `try ${number}`, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1);
    expect(await listOf(anton)).toHaveLength(1);
    const tsCreated = Date.now();
    for (const moment of [tsCreated, tsCreated, tsCreated + 1])
      await anton.call(messages.postMessage, {
        body: { ...draft(anton, 'same words'), recipientProfileId: null, tsCreated: moment },
      });
    expect(textsOf(await listOf(anton))).toEqual(['same words', 'same words', expect.stringMatching(/^try/)]);
  });
});

const none = { sinceMessageId: undefined, beforeMessageId: undefined };

describe('the sector to which a member sends', () => {
  test('is that of their published point, and earlier broadcasts stay in theirs when the member moves', async () => {
    const anton = await neighbour();
    await say(anton, 'from sector');
    expect(await ownSector(anton)).toBe(testSector());
    const before = testSector();
    goNorth();
    await report(anton);
    expect(await ownSector(anton)).toBe(testSector());
    await say(anton, 'from there');
    expect([textsOf(await listOf(anton, before)), textsOf(await listOf(anton))]).toEqual([['from sector'], ['from there']]);
  });

  test('is that of the published point, even if the exact position is in another sector', async () => {
    // The border crosses a cell. Its centre is 300 m north of the border, and no published point is more than 250 m south of it.
    const [anton, boris] = [await app.member(), await neighbour()];
    goToRow(9);
    await report(anton, { north: 0.4997 });
    expect(await ownSector(anton)).toBe('10:20');
    expect(await say(anton, 'hello')).toMatchObject({ sector: '10:20' });
    await report(anton, { north: 0.4997, hide: true });
    expect(await ownSector(anton)).toBe('10:20');
    expect([textsOf(await listOf(boris, '10:20')), await listOf(boris, '9:20')]).toEqual([['hello'], []]);
    goToRow(11);
  });

  test('is also known for hidden members, who can read and send', async () => {
    const [anton, boris] = [await neighbour(), await neighbour()];
    await report(anton, { hide: true });
    expect(await ownSector(anton)).toBe(testSector());
    await say(boris, 'who is there?');
    expect(textsOf(await listOf(anton))).toEqual(['who is there?']);
    await say(anton, 'I am');
    expect(textsOf(await listOf(boris))).toEqual(['I am', 'who is there?']);
  });

  test('is null for a member without a position, who can read but not send', async () => {
    const [anton, boris] = [await neighbour(), await app.member()];
    await say(anton, 'hello');
    expect(await ownSector(boris)).toBeNull();
    const refused = await ask(boris, 'hello?');
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'no-position', message: expect.stringMatching(/Set your location/) },
    ]);
    expect(textsOf(await listOf(boris))).toEqual(['hello']);
  });

  test('is null once the position has expired', async () => {
    const anton = await neighbour();
    app.clock.pass(3_600_001);
    expect(await ownSector(anton)).toBeNull();
    expect((await ask(anton, 'still sector?')).status).toBe(409);
  });
});

describe('the sender', () => {
  test('needs a name, an adult birthdate, a text and their own session', async () => {
    const [unnamed, ageless, anton] = [await neighbour({ name: '' }), await neighbour({ birthdate: null }), await neighbour()];
    for (const incomplete of [unnamed, ageless])
      expect((await ask(incomplete, 'hello')).body).toMatchObject({ code: 'needs-profile' });
    expect((await ask(anton, ' \n ')).body).toMatchObject({ code: 'blank-message' });
    expect((await ask(anton, 'x'.repeat(4_001))).status).toBe(400);
    expect((await anton.ask(messages.postMessage, { body: draft(ageless, 'forged') })).status).toBe(403);
    expect((await app.visitor().ask(messages.postMessage, { body: draft(anton, 'forged') })).status).toBe(401);
    expect(await listOf(anton)).toEqual([]);
  });

  test('can send only public pictures, which are shown only while they are public', async () => {
    const [anton, boris] = [await neighbour(), await neighbour()];
    const [shown, hidden, other] = [await uploadPicture(anton), await uploadPicture(anton), await uploadPicture(boris)];
    await showPictures(anton, { profilePicIds: [shown], profilePicIdsPrivate: [hidden] });
    expect((await ask(anton, '', undefined, [shown, shown])).body).toMatchObject({ bodyText: '', profilePicIds: [shown] });
    expect((await ask(anton, 'look', undefined, [hidden])).body).toMatchObject({ statusCode: 400, code: 'not-your-picture' });
    for (const id of [other, crypto.randomUUID()]) expect((await ask(anton, 'look', undefined, [shown, id])).status).toBe(404);
    expect(await listOf(boris)).toMatchObject([{ profilePicIds: [shown] }]);
    await showPictures(anton, { profilePicIdsPrivate: [shown, hidden] });
    expect(await listOf(boris)).toMatchObject([{ profilePicIds: [] }]);
    expect((await listOf(boris))[0]?.profile.profilePicIds).toEqual([]);
  });

  test('can send five times a minute, and a repeated send does not count', async () => {
    const strict = await openTestApp({ rates: { broadcasts: serverLimits.rates.broadcasts } });
    try {
      const anton = await strict.member();
      await report(anton, { inApp: strict });
      const key = crypto.randomUUID();
      for (let number = 0; number < 3; number++) await ask(anton, 'once', key);
      for (let number = 0; number < 4; number++) expect((await ask(anton, `${number}`)).status).toBe(200);
      const refused = await ask(anton, 'one more');
      expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 12]);
      expect(await listOf(anton)).toHaveLength(5);
      strict.clock.pass(12_000);
      expect((await ask(anton, 'one more')).status).toBe(200);
    } finally {
      await strict.close();
    }
  });

  test('can read a limited number of sectors a day', async () => {
    const strict = await openTestApp({ rates: { sectorsAsked: { max: 3, perMs: dayMs } } });
    try {
      const anton = await strict.member();
      for (const sector of ['1:1', '1:2', '1:1', '1:3']) expect((await fetchPage(anton, sector)).status).toBe(200);
      expect((await fetchPage(anton, '1:4')).status).toBe(429);
    } finally {
      await strict.close();
    }
  });

  test('is hidden if they are a test user, unless test data is requested', async () => {
    const [real, test] = [await neighbour(), await neighbour({ isTest: true })];
    const socket = await socketOf(real);
    await say(test, 'a test');
    await say(real, 'no test');
    await socket.until('broadcast', ({ message }) => message.bodyText === 'no test');
    expect(socket.received.filter(({ type }) => type === 'broadcast')).toHaveLength(1);
    expect(textsOf(await listOf(real))).toEqual(['no test']);
    expect(textsOf(await listOf(real, testSector(), { includeTestData: true }))).toEqual(['no test', 'a test']);
    socket.close();
  });
});

describe('removing a broadcast', () => {
  test('hides it only from the member, or removes it for everyone', async () => {
    const [anton, boris] = [await neighbour(), await neighbour()];
    const [remaining, slip, other] = [await say(anton, 'remaining'), await say(anton, 'a slip'), await say(boris, 'answer')];
    expect((await remove(anton, remaining)).status).toBe(204);
    expect((await remove(anton, remaining)).status).toBe(404);
    expect((await remove(anton, other)).status).toBe(204);
    expect(textsOf(await listOf(anton))).toEqual(['a slip']);
    expect(textsOf(await listOf(boris))).toEqual(['answer', 'a slip', 'remaining']);

    expect((await remove(boris, slip, true)).status).toBe(404);
    expect((await remove(anton, slip, true)).status).toBe(204);
    expect((await remove(anton, slip, true)).status).toBe(404);
    expect((await remove(boris, slip)).status).toBe(404);
    expect(textsOf(await listOf(boris))).toEqual(['answer', 'remaining']);
    // A removed broadcast is still a valid cursor.
    expect(textsOf(await listOf(boris, testSector(), { beforeMessageId: slip.id }))).toEqual(['remaining']);
  });

  test('deletes its text from the database, and its key does not restore it', async () => {
    const anton = await neighbour();
    const key = crypto.randomUUID();
    const { body: sent } = await ask(anton, 'a slip', key);
    await remove(anton, sent, true);
    expect((await ask(anton, 'a slip', key)).body).toMatchObject({ id: sent.id, bodyText: '' });
    expect(await listOf(anton)).toEqual([]);
    const stored = await app.world.db.read.selectFrom('messages').select('body_text').where('id', '=', sent.id).execute();
    expect(stored).toEqual([{ body_text: '' }]);
  });
});
