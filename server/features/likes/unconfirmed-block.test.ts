// A block that the database has stored, but whose commit it could not confirm.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { profiles } from '#shared/contract/profiles.ts';
import { block } from '#server/testing/members/actions.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('a block whose commit was not confirmed hides both members once it is repeated', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const opened = async () =>
    (await boris.ask(profiles.getProfile, { params: { id: anton.profileId }, query: { admin: false } })).status;
  // Without the confirmation nothing is published.
  const publishing = vi.spyOn(app.world.changes, 'add').mockImplementation(() => undefined);
  await block(anton, boris);
  publishing.mockRestore();
  expect(await opened()).toBe(200);
  await block(anton, boris);
  expect(await opened()).toBe(404);
});
