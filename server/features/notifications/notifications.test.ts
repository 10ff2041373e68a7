// Notifications over HTTP: what they contain, and how they are removed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifications, type Notification } from '#shared/contract/notifications.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { like, notificationsOf, showPictures, uploadPicture, write } from '#server/testing/members/actions.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('removing a notification notifies the member’s other devices, and another member cannot remove it', async () => {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  await like(anton, boris);
  const ofBoris = () => boris.call(notifications.getNotifications, { params: { profileId: boris.profileId } });
  const id = (await ofBoris())[0]?.id ?? '';
  const removal = { params: { id }, query: {} };
  expect((await anton.ask(notifications.deleteNotification, removal)).status).toBe(404);
  const device = await openSocket(boris);
  await boris.call(notifications.deleteNotification, removal);
  expect(await device.until('notifications')).toEqual({ type: 'notifications' });
  expect(await ofBoris()).toEqual([]);
  expect((await boris.ask(notifications.deleteNotification, removal)).status).toBe(404);
  device.close();
});

test('a late removal does not remove a notification that a newer message has replaced', async () => {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  const [first, second] = [await newsOf('Are you there?'), await newsOf('At seven?')];
  expect(second).toEqual({ ...first, tsCreated: first.tsCreated + 1 });
  const remove = async ({ id, tsCreated }: Notification) =>
    (await boris.ask(notifications.deleteNotification, { params: { id }, query: { tsCreated } })).status;
  expect([await remove(first), await notificationsOf(boris)]).toEqual([204, [second]]);
  expect([await remove(second), await notificationsOf(boris)]).toEqual([204, []]);

  async function newsOf(bodyText: string): Promise<Notification> {
    await write(anton, boris, bodyText);
    const [news] = await notificationsOf(boris);
    if (news === undefined) throw new Error('no notification');
    return news;
  }
});

test('a notification has its kind and a picture of its member, and disappears with a block by its recipient', async () => {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  const picture = await uploadPicture(anton);
  await showPictures(anton, { profilePicIds: [picture] });
  await like(anton, boris);
  await write(anton, boris, 'Hello');
  const shown = (await notificationsOf(boris)).toSorted((a, b) => a.kind.localeCompare(b.kind));
  expect(shown).toMatchObject(
    ['like', 'message'].map((kind) => ({ kind, profile: { profileName: 'Anton', profilePicIds: [picture] } })),
  );
  await like(anton, boris, { blocked: true });
  expect(await notificationsOf(boris)).toEqual([]);
});

test('a notification about a suspended member cannot be removed, as if the account were deleted, and is back afterwards', async () => {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  await like(anton, boris);
  const [shown] = await notificationsOf(boris);
  const suspend = (untilMs: number | null) =>
    app.world.bus.publish({ type: 'suspensionChanged', profileId: anton.profileId, untilMs });
  const remove = async () =>
    (await boris.ask(notifications.deleteNotification, { params: { id: shown?.id ?? '' }, query: {} })).status;
  suspend(app.clock.now() + hourMs);
  expect([await notificationsOf(boris), await remove()]).toEqual([[], 404]);
  const all = { params: { profileId: boris.profileId }, query: { tsCreated: app.clock.now() } };
  await boris.call(notifications.deleteNotifications, all);
  suspend(null);
  expect([await notificationsOf(boris), await remove()]).toEqual([[shown], 204]);
});

test('clearing all notifications keeps later ones and those of other members', async () => {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  await like(anton, boris);
  await write(anton, boris, 'Hello');
  await write(boris, anton, 'Hello yourself');
  const [newest] = await notificationsOf(boris);
  await write(anton, boris, 'And now?');
  const device = await openSocket(boris);
  const upTo = { query: { tsCreated: newest?.tsCreated ?? 0 } };
  await boris.call(notifications.deleteNotifications, { params: { profileId: boris.profileId }, ...upTo });
  expect(await device.until('notifications')).toEqual({ type: 'notifications' });
  expect((await notificationsOf(boris)).map(({ kind }) => kind)).toEqual(['message']);
  expect(await notificationsOf(anton)).toHaveLength(1);
  device.close();
});
