// Repeated calls whose first try was stored but not answered: they wait until all processes know what was stored.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { session } from '#shared/contract/session.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { setLock, withProof } from '#server/testing/members/locks.ts';
import { block, showPictures } from '#server/testing/members/actions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const logOut = (member: Member) => member.ask(session.deleteAuth, { query: { keepsBrowserKnown: false } });

test.each<[name: string, change: (member: Member, other: Member) => Promise<unknown>]>([
  ['a block', block],
  ['a change of the profile', (member) => showPictures(member, {})],
  ['an app lock', (member) => setLock(member, withProof())],
  ['a logout', logOut],
])('%s', async (_name, change) => {
  const [anton, boris] = [await app.member(), await app.member()];
  const cookies = [...anton.cookies];
  await change(anton, boris);
  // The browser has no answer to the logout, and still sends its cookie.
  for (const [name, value] of cookies) anton.cookies.set(name, value);
  const added = vi.spyOn(app.world.changes, 'add');
  await change(anton, boris);
  const types = added.mock.calls.map(([, { type }]) => type);
  added.mockRestore();
  expect(types).toContain('foundStored');
});

test('a visitor without a cookie who logs out stores nothing', async () => {
  const added = vi.spyOn(app.world.changes, 'add');
  await app.visitor().ask(session.deleteAuth);
  expect(added).not.toHaveBeenCalled();
  added.mockRestore();
});
