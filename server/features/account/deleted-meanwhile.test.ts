// Calls of a member whose account was deleted a moment ago, while this process still knows their session.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { passkeys } from '#shared/contract/passkeys.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { sessions } from '#shared/contract/sessions.ts';
import { settings } from '#shared/contract/settings.ts';
import { uploadPicture } from '#server/testing/members/actions.ts';
import { createPasskey } from '#server/testing/members/authenticator.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { isSignedIn } from '#server/testing/members/sign-in.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** A member whom another process has deleted, without this process having heard of it. */
async function deleted(): Promise<Member> {
  const member = await app.member();
  expect(await isSignedIn(member)).toBe(true);
  await removeRows(member);
  return member;
}
const removeRows = ({ accountId }: Member) =>
  app.world.db.write((tx) => tx.deleteFrom('accounts').where('id', '=', accountId).execute());
const unauthenticated = { statusCode: 401, code: 'unauthenticated' };

test.each<[string, (member: Member) => Promise<{ readonly body: unknown }>]>([
  ['reads their settings', ({ ask }) => ask(settings.getSettings)],
  ['changes their settings', ({ ask }) => ask(settings.putSettings, { body: { name: 'Ada' } })],
  ['asks for a link', ({ ask }) => ask(sessions.postFreshLink)],
  ['begins to add a passkey', ({ ask }) => ask(passkeys.postOptions)],
  ['asks for their data', ({ ask }) => ask(account.postExport)],
  ['deletes the account', ({ ask }) => ask(account.deleteAccount)],
])('a member who %s is told that they are not signed in', async (_, call) => {
  expect((await call(await deleted())).body).toMatchObject(unauthenticated);
});

test('a passkey whose creation had begun is not stored', async () => {
  const member = await app.member();
  const { challenge, rp, user } = await member.call(passkeys.postOptions);
  const { created: credential } = createPasskey({ origin: member.origin, rpId: rp.id }, challenge, user.id);
  await removeRows(member);
  const { body } = await member.ask(passkeys.postPasskey, { body: { name: 'Phone', credential } });
  expect(body).toMatchObject(unauthenticated);
  expect(await app.world.db.read.selectFrom('passkeys').selectAll().execute()).toEqual([]);
});

test('a changed profile and an uploaded picture are not stored', async () => {
  const member = await deleted();
  const change = await member.ask(profiles.putProfile, { body: { id: member.profileId, description: 'still here' } });
  expect(change.body).toMatchObject({ statusCode: 404, code: 'not-found' });
  await uploadPicture(member);
  const { read } = app.world.db;
  expect(await read.selectFrom('pictures').selectAll().where('profile_id', '=', member.profileId).execute()).toEqual([]);
});
