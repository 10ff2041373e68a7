// Lists of a member from whom more members are hidden than a statement can have parameters, on any database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { notifications } from '#shared/contract/notifications.ts';
import { broadcast, like, reportPosition, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import type { OpenTestApp, TestApp } from '#server/testing/app/test-app.ts';
import { cursorOf, openSocket } from '#server/testing/members/sockets.ts';

/** A statement takes 32,766 parameters on SQLite and 65,535 on PostgreSQL. */
const manyMembers = 70_000;
const nobodyElse = { page: 0, size: 30, includeTestData: false, withPicture: false, onlineNow: false };

export function listsOfManyHidden(open: OpenTestApp): void {
  let app: TestApp;
  let anton: Member;
  let boris: Member;
  beforeAll(async () => {
    app = await open();
    [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
    const blocked = await app.member({ name: 'Carl' });
    for (const member of [anton, boris, blocked]) await reportPosition(member, app.clock.now());
    for (const member of [boris, blocked]) {
      await write(member, anton, 'the ferry leaves');
      await broadcast(member, 'the ferry leaves');
    }
    await like(anton, blocked, { blocked: true });
    // Real blocks send the same events. Their rows are not needed.
    for (let number = 0; number < manyMembers; number += 1)
      app.world.bus.publish({ type: 'blockChanged', blockerId: `hidden ${number}`, blockedId: anton.profileId, isBlocked: true });
  });
  afterAll(() => app.close());

  test('lists contain only members who are not hidden', async () => {
    const named = (list: readonly { profile: { profileName: string } }[]) => list.map(({ profile }) => profile.profileName);
    const query = { text: 'ferry', beforeMessageId: undefined };
    expect(named(await anton.call(messages.getSearch, { query }))).toEqual(['Boris']);
    const { profileId: id } = anton;
    expect(named(await anton.call(messages.getMostRecentWith, { params: { id }, query: {} }))).toEqual(['Boris']);
    const { sector } = await anton.call(messages.getOwnSector);
    const bySector = { params: { sector: sector ?? '' }, query: { includeTestData: false } };
    expect(named(await anton.call(messages.getBySector, bySector))).toEqual(['Boris']);
    expect((await anton.call(nearby.getNearest, { query: nobodyElse })).map(({ profileName }) => profileName)).toEqual(['Boris']);
    expect(await anton.call(notifications.getNotifications, { params: { profileId: id } })).toHaveLength(1);
  });

  test('a socket of such a member can resume', async () => {
    const cursor = await cursorOf(anton);
    const { id } = await write(boris, anton, 'and comes back');
    const socket = await openSocket(anton, { cursor });
    expect((await socket.until('message')).message.id).toBe(id);
    socket.close();
  });
}
