// The push at the end of quiet hours with the number of unread notifications.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { mutes } from '#shared/contract/mutes.ts';
import { notifications } from '#shared/contract/notifications.ts';
import { hourMs, minuteMs } from '#shared/rules/durations.ts';
import type { Member } from '#server/testing/app/members.ts';
import { change, newDevice, pushHosts } from '#server/testing/members/settings.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
let anton: Member;
/** A member with two devices, and with quiet hours that last three hours. */
let boris: Member;
beforeEach(async () => {
  app = await openTestApp({ env: pushHosts });
  [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  const minute = Math.floor(app.clock.now() / 60_000);
  const fromMinute = minute % 1_440;
  const span = { day: new Date(minute * minuteMs).getUTCDay(), fromMinute, untilMinute: (fromMinute + 180) % 1_440 };
  await change(boris, {
    pushSubscriptions: [newDevice('Phone'), newDevice('Tablet')],
    previews: true,
    morningDigest: true,
    quietHours: { zone: 'Etc/UTC', spans: [span] },
  });
});
afterEach(() => app.close());

const spansOf = async (member: Member) => (await change(member, {})).quietHours?.spans ?? [];

const write = (from: Member, bodyText = 'Shall we meet?') =>
  from.call(messages.postMessage, {
    body: { senderProfileId: from.profileId, recipientProfileId: boris.profileId, bodyText, profilePicIds: [] },
  });
const like = (from: Member) =>
  from.call(likes.putProfileLike, {
    body: { likerProfileId: from.profileId, likedProfileId: boris.profileId, likeType: 'LIKE' },
  });

/** Pushes sent since the last call, once nothing in the queue is due within a minute. */
async function pushed(): Promise<unknown[]> {
  app.world.bus.publish({ type: 'pushQueued', profileId: '' });
  await vi.waitFor(async () => {
    const onTheirWay = app.world.db.read
      .selectFrom('push_queue')
      .select('id')
      .where('next_ms', '<=', app.clock.now() + 60_000);
    expect(await onTheirWay.execute()).toEqual([]);
  });
  return app.push.sent.splice(0).map(({ payload }) => JSON.parse(payload));
}

const digest = (count: number) => ({
  web_push: 8030,
  notification: {
    title: 'Hearthside',
    body: `Something new is waiting for you (${count})`,
    navigate: `${app.origin}/notifications`,
    tag: expect.stringMatching(/^[\w-]{24}$/),
  },
  app_badge: String(count),
});

test('each device gets one push without names when quiet hours end', async () => {
  for (const text of ['one', 'two', 'three']) await write(anton, text);
  await like(anton);
  expect(await pushed()).toEqual([]);
  app.clock.pass(3 * hourMs);
  expect(await pushed()).toEqual([digest(2), digest(2)]);
  app.clock.pass(hourMs);
  expect(await pushed()).toEqual([]);
});

test('quiet hours without notifications end without a push', async () => {
  app.clock.pass(3 * hourMs);
  expect(await pushed()).toEqual([]);
});

test.each<[string, () => Promise<unknown>]>([
  [
    'was seen to before',
    async () => {
      const of = { params: { profileId: boris.profileId } };
      for (const { id } of await boris.call(notifications.getNotifications, of))
        await boris.call(notifications.deleteNotification, { params: { id }, query: {} });
    },
  ],
  ['is in a muted conversation', () => boris.call(mutes.putMute, { body: { profileId: anton.profileId, lastsMs: null } })],
  ['is no longer wanted', () => change(boris, { morningDigest: false })],
  [
    'is on the screen',
    async () => {
      const socket = await openSocket(boris);
      socket.say({ type: 'looking', isVisible: true, conversationWith: null });
      await socket.settled();
    },
  ],
])('no digest is pushed when the notification %s', async (_, happen) => {
  await write(anton);
  expect(await pushed()).toEqual([]);
  await happen();
  app.clock.pass(3 * hourMs);
  expect(await pushed()).toEqual([]);
});

test('a digest waits for the end of quiet hours whose time zone has changed since', async () => {
  await write(anton);
  expect(await pushed()).toEqual([]);
  // In the new time zone the quiet hours end three hours later.
  await change(boris, { quietHours: { zone: 'Etc/GMT+3', spans: await spansOf(boris) } });
  app.clock.pass(3 * hourMs);
  expect(await pushed()).toEqual([]);
  app.clock.pass(3 * hourMs);
  expect(await pushed()).toEqual([digest(1), digest(1)]);
});

test('no digest is pushed unless the member chose it', async () => {
  await change(boris, { morningDigest: false });
  await write(anton);
  expect(await pushed()).toEqual([]);
  app.clock.pass(3 * hourMs);
  expect(await pushed()).toEqual([]);
});
