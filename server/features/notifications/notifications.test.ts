// Removing notifications.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifications } from '#shared/contract/notifications.ts';
import { like } from '#server/testing/members/actions.ts';
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
  expect((await anton.ask(notifications.deleteNotification, { params: { id } })).status).toBe(404);
  const device = await openSocket(boris);
  await boris.call(notifications.deleteNotification, { params: { id } });
  expect(await device.until('notifications')).toEqual({ type: 'notifications' });
  expect(await ofBoris()).toEqual([]);
  expect((await boris.ask(notifications.deleteNotification, { params: { id } })).status).toBe(404);
  device.close();
});
