// Privilege escalation by extra fields: sent with every call that has a body, they change nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '#shared/contract/index.ts';
import { faultsOf, send } from './testing/contract/contract-cases.ts';
import { contractTable, rowOf } from './testing/contract/contract-table.ts';
import type { Member } from './testing/app/members.ts';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => app.close());

const otherId = '11111111-1111-4111-8111-111111111111';
/** Roles, ids and rights that a caller could try to set, by names of the contract and of the database. */
const forbiddenFields: Readonly<Record<string, unknown>> = {
  roles: ['USER', 'ADMIN'],
  role: 'ADMIN',
  isAdmin: true,
  isTest: true,
  is_test: 1,
  profileId: otherId,
  profile_id: otherId,
  defaultProfileId: otherId,
  accountId: otherId,
  account_id: otherId,
  id: otherId,
  email_verified: true,
  password_hash: 'x',
  volunteerCredits: 1_000,
  version: 1_000_000,
  created_ms: 0,
  session: 42,
};

/** The stored data that determines the rights of a caller. */
const rightsOf = ({ accountId, profileId }: Member) =>
  app.world.db.read
    .selectFrom('accounts')
    .innerJoin('profiles', 'profiles.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.email', 'accounts.password_hash', 'accounts.roles', 'accounts.profile_id'])
    .select(['accounts.is_test', 'profiles.is_test as profile_is_test', 'profiles.id as own_id', 'profiles.created_ms'])
    .where('accounts.id', '=', accountId)
    .where('profiles.id', '=', profileId)
    .executeTakeFirst();

const administrators = async () =>
  (await app.world.db.read.selectFrom('accounts').select('roles').execute()).filter(({ roles }) => roles.includes('ADMIN'))
    .length;

const written = allEndpoints.filter(({ body }) => body !== undefined).map((one) => [`${one.method} ${one.path}`, one] as const);

describe('an extra field in the body of a call is refused or ignored', () => {
  test.each(written)('%s', async (_name, endpoint) => {
    const member = await app.member();
    const before = await rightsOf(member);
    const asked = rowOf(endpoint)?.ask(member.profileId, member) ?? {};
    for (const [name, value] of Object.entries(forbiddenFields)) {
      // The contract's own fields are tested by the table.
      if (name in Object(asked.body)) continue;
      const answer = await send(endpoint, { ...asked, body: { ...asked.body, [name]: value } }, member);
      expect([name, faultsOf(answer)]).toEqual([name, []]);
    }
    for (const poison of ['"__proto__":{"roles":["ADMIN"]}', '"constructor":{"prototype":{"roles":["ADMIN"]}}']) {
      const body = JSON.stringify(asked.body ?? {}).replace(
        /^\{/,
        Object.keys(Object(asked.body)).length > 0 ? `{${poison},` : `{${poison}`,
      );
      // Without the right role the body is not read.
      const status = endpoint.who === 'ADMIN' ? 403 : 400;
      expect([poison, (await send(endpoint, asked, member, { body, type: 'application/json' })).status]).toEqual([
        poison,
        status,
      ]);
    }
    expect(await rightsOf(member)).toEqual(before);
    expect(Reflect.get({}, 'roles')).toBeUndefined();
    expect(await administrators()).toBe(0);
  });
});

test('extra fields in the address change nothing either', async () => {
  const member = await app.member();
  const before = await rightsOf(member);
  const { profileId } = member;
  for (const path of [
    '/api/settings?roles=ADMIN&__proto__[roles]=ADMIN',
    `/api/profile/${profileId}?admin=false&roles=ADMIN`,
    `/api/profile/${profileId}?constructor[prototype][roles]=ADMIN`,
    `/api/notifications/${profileId}?profileId=${otherId}`,
  ])
    expect([path, (await member.send('GET', path)).status]).toEqual([path, 200]);
  expect((await member.send('GET', `/api/profile/${profileId}?admin=true`)).status).toBe(403);
  expect((await member.send('GET', `/api/profile/${profileId}?admin=false&admin=true`)).status).toBe(400);
  expect(await rightsOf(member)).toEqual(before);
});

test('no call of the contract, by a member or a visitor, makes anybody an administrator', async () => {
  expect(await administrators()).toBe(0);
  const [first, other] = [await app.member(), await app.member()];
  for (const caller of [first, app.visitor()])
    for (const row of contractTable)
      for (const id of [first.profileId, other.profileId]) await send(row.call, row.ask(id, first), caller);
  expect(await administrators()).toBe(0);
});
