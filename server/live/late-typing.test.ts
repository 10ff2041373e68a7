// Typing that a process has yet to deliver when one of the two members blocks the other.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { block, exchangeMessages } from '#server/testing/members/actions.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('typing that is on its way when one member blocks the other does not arrive', async () => {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  await exchangeMessages(anton, boris);
  const [mine, theirs] = [await openSocket(anton), await openSocket(boris)];
  const { changes } = app.world;
  const publish = changes.publish.bind(changes);
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const publishing = vi.spyOn(changes, 'publish').mockImplementation(async (change) => {
    if (change.type === 'deliver' && change.event.type === 'typing') {
      begun.resolve();
      await ended.promise;
    }
    await publish(change);
  });
  mine.say({ type: 'typing', recipientProfileId: boris.profileId });
  await begun.promise;
  await block(boris, anton);
  await theirs.until('gone');
  ended.resolve();
  await mine.settled();
  await theirs.settled();
  publishing.mockRestore();
  expect(theirs.received.some(({ type }) => type === 'typing')).toBe(false);
});
