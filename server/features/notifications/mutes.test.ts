// Muted conversations and disabled kinds of push: pushes, the badge, and privacy.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { grants } from '#shared/contract/grants.ts';
import { messages } from '#shared/contract/messages.ts';
import { mutes } from '#shared/contract/mutes.ts';
import type { SettingsChange } from '#shared/contract/settings.ts';
import { muteLastsMs } from '#shared/rules/mutes.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import type { Member } from '#server/testing/app/members.ts';
import { change, newDevice, pushHosts } from '#server/testing/members/settings.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { like, notificationsOf, write } from '#server/testing/members/actions.ts';

let app: TestApp;
let anton: Member;
/** A member with one device. */
let boris: Member;
beforeEach(async () => {
  app = await openTestApp({ env: pushHosts });
  [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  await change(boris, { pushSubscriptions: [newDevice()] });
});
afterEach(() => app.close());

const muteFor = (member: Member, { profileId }: Member, lastsMs: (typeof muteLastsMs)[number] | 0 | null) =>
  member.call(mutes.putMute, { body: { profileId, lastsMs } });

/** Pushes sent since the last call, once the queue is empty. */
async function pushed(): Promise<{ endpoint: string; badge: string }[]> {
  app.world.bus.publish({ type: 'pushQueued', profileId: '' });
  await vi.waitFor(async () => expect(await app.world.db.read.selectFrom('push_queue').select('id').execute()).toEqual([]));
  return app.push.sent
    .splice(0)
    .map(({ subscription, payload }) => ({ endpoint: subscription.endpoint, badge: JSON.parse(payload).app_badge }));
}

/** Advances the clock while both members use the app, so that their sessions remain active. */
async function pass(ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= 12 * hourMs) {
    app.clock.pass(Math.min(leftMs, 12 * hourMs));
    for (const member of [anton, boris]) await member.call(mutes.getMutes);
    // The last use of a session is stored after the answer.
    const ended = app.world.db.read
      .selectFrom('sessions')
      .select('id_hash')
      .where('idle_until_ms', '<=', app.clock.now() + 12 * hourMs);
    await vi.waitFor(async () => expect(await ended.execute()).toEqual([]));
  }
}

test.each(muteLastsMs)('a conversation muted for %i ms is not pushed for that time', async (lastsMs) => {
  const list = await muteFor(boris, anton, lastsMs);
  expect(list).toEqual([{ profileId: anton.profileId, tsUntil: app.clock.now() + lastsMs }]);
  await write(anton, boris);
  expect(await pushed()).toEqual([]);
  await pass(lastsMs - 1);
  await write(anton, boris);
  expect(await pushed()).toEqual([]);
  await pass(1);
  expect(await boris.call(mutes.getMutes)).toEqual([]);
  await write(anton, boris);
  expect(await pushed()).toHaveLength(1);
});

test('a conversation muted without an end is not pushed until it is unmuted', async () => {
  expect(await muteFor(boris, anton, null)).toEqual([{ profileId: anton.profileId, tsUntil: null }]);
  await pass(3 * dayMs);
  await write(anton, boris);
  expect(await pushed()).toEqual([]);
  expect(await muteFor(boris, anton, 0)).toEqual([]);
  await write(anton, boris);
  expect(await pushed()).toHaveLength(1);
});

test('a conversation that is muted again is muted for the last chosen time', async () => {
  await muteFor(boris, anton, null);
  expect(await muteFor(boris, anton, hourMs)).toEqual([{ profileId: anton.profileId, tsUntil: app.clock.now() + hourMs }]);
});

test('a message of a muted conversation arrives without counting for the badge', async () => {
  const carl = await app.member();
  await muteFor(boris, anton, null);
  await write(anton, boris);
  await write(carl, boris);
  expect((await pushed()).map(({ badge }) => badge)).toEqual(['1']);
  expect((await notificationsOf(boris)).map(({ bodyText }) => bodyText)).toContain('Anton wrote to you.');
  const [listed] = (await boris.call(messages.getMostRecentWith, { params: { id: boris.profileId }, query: {} })).filter(
    ({ profile }) => profile.profileId === anton.profileId,
  );
  expect(listed?.unread).toBe(1);
  await muteFor(boris, anton, 0);
  await like(carl, boris, { likeType: 'LIKE' });
  expect((await pushed()).map(({ badge }) => badge)).toEqual(['3']);
});

test('a like from a muted member is still pushed', async () => {
  await muteFor(boris, anton, null);
  await like(anton, boris, { likeType: 'LIKE' });
  expect((await pushed()).map(({ badge }) => badge)).toEqual(['1']);
});

test.each<[string, () => Promise<unknown>]>([
  ['its conversation is muted', () => muteFor(boris, anton, hourMs)],
  ['its sender is blocked', () => like(boris, anton, { blocked: true })],
  ['its recipient has turned off pushes for messages', () => change(boris, { pushMessages: false })],
  [
    'its conversation is open',
    async () => {
      const socket = await openSocket(boris);
      socket.say({ type: 'looking', isVisible: true, conversationWith: anton.profileId });
      await socket.settled();
    },
  ],
])('a waiting push is not sent once %s', async (_, happen) => {
  app.push.answer = () => ({ kind: 'later' });
  await write(anton, boris);
  await vi.waitFor(() => expect(app.push.sent).toHaveLength(1));
  await happen();
  app.push.sent.length = 0;
  app.push.answer = () => ({ kind: 'delivered' });
  app.clock.pass(60_000);
  expect(await pushed()).toEqual([]);
});

test('muting is not disclosed to the muted member', async () => {
  const [antons, borisSocket] = [await openSocket(anton), await openSocket(boris)];
  await write(boris, anton);
  await antons.until('message');
  const seen = async () => {
    await antons.settled();
    const listed = await anton.call(messages.getMostRecentWith, { params: { id: anton.profileId }, query: {} });
    const profile = await anton.send('GET', `/api/profile/${boris.profileId}`);
    return {
      events: antons.received.filter(({ type }) => type !== 'pong'),
      listed,
      profile: profile.body,
      news: await notificationsOf(anton),
    };
  };
  const before = await seen();
  await muteFor(boris, anton, null);
  await borisSocket.until('mutes');
  expect(await seen()).toEqual(before);
  expect(await anton.call(mutes.getMutes)).toEqual([]);
  const sent = await write(anton, boris);
  await boris.call(messages.putMessageRead, { params: { id: sent.id } });
  await antons.until('message', ({ message }) => message.id === sent.id && message.tsRecipientRead !== null);
});

test('a block ends the mutes between the two, and a hidden member cannot be muted', async () => {
  await muteFor(boris, anton, null);
  await muteFor(anton, boris, null);
  await like(anton, boris, { blocked: true });
  for (const [member, other] of [
    [boris, anton],
    [anton, boris],
  ] as const) {
    expect(await member.call(mutes.getMutes)).toEqual([]);
    expect((await member.ask(mutes.putMute, { body: { profileId: other.profileId, lastsMs: null } })).status).toBe(404);
  }
  await like(anton, boris, { blocked: false });
  expect(await boris.call(mutes.getMutes)).toEqual([]);
});

test('the number of muted conversations is limited, and an expired mute does not count', async () => {
  const small = await openTestApp({ limits: { maxMutes: 1 } });
  const [dieter, emil, fritz] = [await small.member(), await small.member(), await small.member()];
  await muteFor(dieter, emil, hourMs);
  await muteFor(dieter, emil, null);
  await muteFor(dieter, emil, hourMs);
  const refused = await dieter.ask(mutes.putMute, { body: { profileId: fritz.profileId, lastsMs: null } });
  expect([refused.status, Reflect.get(Object(refused.body), 'message')]).toEqual([400, '1 conversations can be muted at most.']);
  small.clock.pass(hourMs);
  expect(await muteFor(dieter, fritz, null)).toEqual([{ profileId: fritz.profileId, tsUntil: null }]);
  // A suspended member must look deleted, so they do not count either.
  small.world.bus.publish({ type: 'suspensionChanged', profileId: fritz.profileId, untilMs: small.clock.now() + hourMs });
  expect(await muteFor(dieter, emil, null)).toEqual([{ profileId: emil.profileId, tsUntil: null }]);
  await small.close();
});

const kinds: readonly [keyof SettingsChange, (carl: Member) => Promise<unknown>][] = [
  ['pushMessages', (carl) => write(carl, boris)],
  ['pushLikes', (carl) => like(carl, boris, { likeType: 'LIKE' })],
  [
    'pushMutualLikes',
    async (carl) => {
      await like(boris, carl, { likeType: 'LIKE' });
      await like(carl, boris, { likeType: 'LIKE' });
    },
  ],
  ['pushGrants', (carl) => carl.call(grants.putPicGrant, { body: { profileId: boris.profileId, lastsMs: null } })],
];

test.each(kinds)('if %s is off, only that kind is not pushed, and it is still listed', async (choice, happen) => {
  await change(boris, { [choice]: false });
  await happen(await app.member({ name: 'Carl' }));
  expect(await pushed()).toEqual([]);
  expect(await notificationsOf(boris)).toHaveLength(1);
  for (const [other, doIt] of kinds) {
    if (other === choice) continue;
    await doIt(await app.member());
    expect(await pushed()).toHaveLength(1);
  }
});

test('all devices of a member get the same count, which decreases when one conversation is read', async () => {
  const [phone, tablet] = [newDevice('Phone'), newDevice('Tablet')];
  await change(boris, { pushSubscriptions: [phone, tablet] });
  const both = (badge: string) => [phone.endpoint, tablet.endpoint].toSorted().map((endpoint) => ({ endpoint, badge }));
  const counts = async () => (await pushed()).toSorted((a, b) => (a.endpoint < b.endpoint ? -1 : 1));
  const carl = await app.member();
  const first = await write(anton, boris);
  expect(await counts()).toEqual(both('1'));
  await write(anton, boris, 'are you there?');
  expect(await counts()).toEqual(both('1'));
  await like(carl, boris, { likeType: 'LIKE' });
  expect(await counts()).toEqual(both('2'));
  await write(carl, boris);
  expect(await counts()).toEqual(both('3'));
  const [newest] = await boris.call(messages.getBetween, { params: { a: boris.profileId, b: anton.profileId }, query: {} });
  await boris.call(messages.putMessageRead, { params: { id: newest?.id ?? first.id } });
  await write(carl, boris, 'and you?');
  expect(await counts()).toEqual(both('2'));
});
