// Roles that another process changes in the same database apply from the next call on.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { profiles } from '#shared/contract/profiles.ts';
import { allEndpoints } from '#shared/contract/index.ts';
import type { AccountRole } from '#shared/rules/roles.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { openTestWorld } from '#server/testing/app/test-world.ts';
import { createAccountsStore } from './accounts.store.ts';

let app: TestApp;
let other: Awaited<ReturnType<typeof openTestWorld>>;
beforeAll(async () => {
  other = await openTestWorld();
  app = await openTestApp({ dataDir: other.dataDir });
  // The second connection is in the same process: if it waited for a write of the application, that write could not end.
  await app.sweptOnce();
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const adminCalls = allEndpoints.filter(({ who }) => who === 'ADMIN');
const giveRoles = ({ accountId }: { accountId: string }, roles: readonly AccountRole[]) =>
  other.world.db.write((tx) => createAccountsStore(tx).update(accountId, { roles }));

test('a new administrator can use every admin call immediately, and a former administrator can use none', async () => {
  expect(adminCalls.length).toBeGreaterThan(8);
  const member = await app.member();
  const own = { params: { id: member.profileId }, query: { admin: true } };
  for (const { method, path } of adminCalls) {
    // This call also caches the session with the old roles. An invalid call is refused after the check of the role.
    const status = async () => (await member.send(method, path)).status;
    await giveRoles(member, ['USER']);
    expect([path, await status()]).toEqual([path, 403]);
    await giveRoles(member, ['USER', 'ADMIN']);
    expect([401, 403]).not.toContain(await status());
    await giveRoles(member, ['USER']);
    expect([path, await status()]).toEqual([path, 403]);
  }
  expect((await member.ask(profiles.getProfile, own)).status).toBe(403);
  await giveRoles(member, ['USER', 'ADMIN']);
  expect((await member.ask(profiles.getProfile, own)).status).toBe(200);
  await giveRoles(member, ['USER']);
  expect((await member.ask(profiles.getProfile, own)).status).toBe(403);
});

test('an account without the member role cannot open a socket', async () => {
  const member = await app.member();
  await member.ask(profiles.getProfile, { params: { id: member.profileId }, query: { admin: false } });
  await giveRoles(member, ['ADMIN']);
  await expect(openSocket(member)).rejects.toThrow('refused with 403');
  await giveRoles(member, ['USER']);
  const socket = await openSocket(member);
  socket.close();
});
