// The app lock on the server: a locked session can only log out and call what needs no member. API addresses do not open as pages.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { allEndpoints } from '#shared/contract/index.ts';
import { session } from '#shared/contract/session.ts';
import { sessions } from '#shared/contract/sessions.ts';
import { settings } from '#shared/contract/settings.ts';
import { urlOf } from '#shared/contract/endpoint.ts';
import type { Browser } from '#server/testing/app/browser.ts';
import { nameOf, unknownId } from '#server/testing/contract/contract-row.ts';
import { contractTable } from '#server/testing/contract/contract-table.ts';
import { proof, setLock, withProof } from '#server/testing/members/locks.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { createSessionsService } from './sessions.service.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import type { Member } from '#server/testing/app/members.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => app.close());

const endpoints = allEndpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const);
const navigating = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html,*/*;q=0.8' };

async function locked(): Promise<Member> {
  const member = await app.member({ roles: ['USER', 'ADMIN'] });
  expect((await setLock(member)).status).toBe(200);
  return member;
}

/** Sends a valid request from the contract table with further headers. */
function request(endpoint: AnyEndpoint, browser: Browser, profileId: string, headers: Record<string, string>) {
  const asked = contractTable.find(({ call }) => call === endpoint)?.ask(profileId, { profileId }) ?? {};
  const url = urlOf(endpoint.path, asked.params, asked.query);
  if (asked.form !== undefined) return browser.form(url, asked.form, headers);
  const json = asked.body === undefined ? undefined : JSON.stringify(asked.body);
  return browser.send(endpoint.method, url, json, { ...(json && { 'content-type': 'application/json' }), ...headers });
}

describe('while the lock is set, calls without its proof or with a wrong proof get the same refusal', () => {
  const pages = ['/api/ping', '/api/health/live', '/api/health/ready', '/api/version', '/api/openapi.json', '/api/asyncapi.json'];
  const open = [...pages.map((path) => `GET ${path}`), 'DELETE /api/auth'];

  test.each(endpoints.filter(([name]) => !open.includes(name)))('%s', async (_name, endpoint) => {
    const member = await locked();
    const without = await request(endpoint, member, member.profileId, {});
    expect(without.body).toEqual({ statusCode: 423, error: 'Locked', message: expect.any(String), code: 'locked' });
    for (const wrong of ['', 'wrong', proof.slice(1), `${proof}, ${proof}`]) {
      const { status, body } = await request(endpoint, member, member.profileId, withProof(wrong));
      expect([status, body]).toEqual([423, without.body]);
    }
    expect((await request(endpoint, member, unknownId, {})).body).toEqual(without.body);
    expect((await request(endpoint, member, member.profileId, navigating)).status).toBe(423);
    // The refused calls have not ended the session.
    expect((await member.ask(settings.getSettings, {}, withProof())).status).toBe(200);
    expect((await request(endpoint, member, member.profileId, withProof())).status).not.toBe(423);
  });

  test('a locked session can still log out, and request version, health, ping and the API description', async () => {
    const found = endpoints.filter(([, { worksLocked }]) => worksLocked).map(([name]) => name);
    expect(found.toSorted()).toEqual(open.toSorted());
    const member = await locked();
    for (const path of pages) expect([path, (await member.send('GET', path)).status]).toEqual([path, 200]);
    expect((await member.ask(session.deleteAuth)).status).toBe(204);
    expect((await member.ask(settings.getSettings)).status).toBe(401);
  });
});

test('a lock applies to one session: other sessions of the account still work, and can end the locked one', async () => {
  const member = await locked();
  const { accountId, profileId } = member;
  const phone = app.visitor();
  const create = createSessionsService(app.world).create;
  const cookie = await app.world.db.write((tx) =>
    create(tx, { accountId, profileId, isRemembered: true, byLink: true, device: 'a phone' }),
  );
  phone.cookies.set('sid', cookie);
  const listed = await phone.call(sessions.getSessions);
  expect(listed).toHaveLength(2);
  for (const { id, isThis } of listed) if (!isThis) await phone.call(sessions.deleteSession, { params: { id } });
  expect((await member.ask(settings.getSettings)).status).toBe(401);
});

test('a lock is changed or removed with its proof only, and the database holds nothing but the hash', async () => {
  const member = await locked();
  expect((await setLock(member)).status).toBe(423);
  expect((await setLock(member, withProof())).status).toBe(200);
  expect((await member.ask(session.deleteLock)).status).toBe(423);
  const rows = await app.world.db.read.selectFrom('sessions').selectAll().where('profile_id', '=', member.profileId).execute();
  expect(JSON.stringify(rows)).not.toContain(proof);
  expect((await member.ask(session.deleteLock, {}, withProof())).status).toBe(204);
  expect((await member.ask(settings.getSettings)).status).toBe(200);
});

test('refused calls count towards the limit of the address', async () => {
  const limited = await openTestApp({ env: { LOG_LEVEL: 'silent' }, rates: { address: { max: 5, perMs: 60_000 } } });
  const member = await limited.member();
  await setLock(member);
  const statuses = [];
  for (let tries = 0; tries < 6; tries += 1)
    statuses.push((await member.ask(settings.getSettings, {}, withProof(`guess ${tries}`))).status);
  expect(statuses).toEqual([423, 423, 423, 423, 429, 429]);
  await limited.close();
});

describe('a socket of a locked session', () => {
  test('opens with the proof in its first command', async () => {
    const member = await locked();
    const socket = await openSocket(member, { proof });
    await socket.settled();
    socket.close();
  });

  test.each([
    ['no proof', { type: 'resume', cursor: null }],
    ['a wrong proof', { type: 'resume', cursor: null, proof: 'wrong' }],
    ['another command first', { type: 'looking', isVisible: true, conversationWith: null }],
    ['a ping', { type: 'ping' }],
  ])('is closed as locked after %s', async (_name, command) => {
    const member = await locked();
    const socket = await openSocket(member, { resumes: false });
    socket.say(JSON.stringify(command));
    expect(await socket.closed).toBe(4423);
    expect(socket.received).toEqual([]);
  });

  // The socket is closed immediately, not at the next ping.
  test('is closed when the lock is set, so that it opens again with the proof', { timeout: 10_000 }, async () => {
    const member = await app.member();
    const [first, other] = [await openSocket(member), await openSocket(await app.member())];
    await setLock(member);
    expect(await first.closed).toBe(1001);
    await other.settled();
    other.close();
  });
});

describe('the address of a call opened in a browser’s tab is refused', () => {
  const descriptions = ['/api/openapi.json', '/api/asyncapi.json'];
  test.each(endpoints.filter(([, { method, path }]) => method === 'GET' && !descriptions.includes(path)))(
    '%s',
    async (_name, endpoint) => {
      const member = await app.member({ roles: ['USER', 'ADMIN'] });
      for (const headers of [navigating, { accept: 'text/html,application/xhtml+xml' }]) {
        const { status, body } = await request(endpoint, member, member.profileId, headers);
        expect([status, body]).toMatchObject([403, { code: 'not-a-page' }]);
      }
      for (const mode of ['cors', 'no-cors', 'same-origin'])
        expect(await request(endpoint, member, member.profileId, { 'sec-fetch-mode': mode })).not.toMatchObject({
          body: { code: 'not-a-page' },
        });
    },
  );

  test.each(descriptions)('except %s', async (path) => {
    expect((await app.visitor().send('GET', path, undefined, navigating)).status).toBe(200);
  });
});
