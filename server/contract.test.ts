// The whole contract from outside: every call, every kind of caller, every kind of id, against the one table of who may do what.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { urlOf, type AnyEndpoint } from '#shared/contract/endpoint.ts';
import { everyEndpoint } from '#shared/contract/index.ts';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { notifications } from '#shared/contract/notifications.ts';
import { problems } from '#shared/contract/problems.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { session } from '#shared/contract/session.ts';
import { sessions } from '#shared/contract/sessions.ts';
import { createSessionsService } from './features/session/sessions.service.ts';
import { fakeBaseMap } from './outside/base-map.ts';
import type { Answer, Browser } from './testing/browser.ts';
import { contractTable, targets, unknownId, type Row, type Target, type Thing } from './testing/contract-table.ts';
import type { Member } from './testing/members.ts';
import { openTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ env: { LOG_LEVEL: 'silent' }, parts: { baseMap: fakeBaseMap() } });
});
afterAll(() => app.close());

const hugeId = 'a'.repeat(5_000);
const nameOf = ({ call, field }: Row) => `${call.method} ${call.path}${field === undefined ? '' : ` (${field})`}`;
/** A part of a path that no route could take is refused before anybody asks who calls. */
const isInPath = ({ ask: asked }: Row) => Object.values(asked(hugeId, { profileId: unknownId }).params ?? {}).includes(hugeId);
const problemFields = ['code', 'error', 'message', 'statusCode'];
const isProblem = ({ status, body }: Answer): boolean => {
  if (String(Object.keys(Object(body)).toSorted()) !== String(problemFields)) return false;
  const code = String(Reflect.get(Object(body), 'code'));
  return code in problems && Reflect.get(Object(body), 'statusCode') === status;
};

/** Everybody who may call. Anna blocks Carl, and Dora blocks Anna. */
async function cast() {
  const [anna, boris, carl, dora] = [await app.member(), await app.member(), await app.member(), await app.member()];
  const helper = await app.member();
  const block = (from: Member, to: Member) =>
    from.call(likes.putProfileLike, { body: { likerProfileId: from.profileId, likedProfileId: to.profileId, blocked: true } });
  const ended = await app.member();
  const value = ended.cookies.get('sid') ?? '';
  await ended.call(session.deleteAuth);
  ended.cookies.set('sid', value);
  return {
    members: [anna, boris, carl, dora, await app.member({ roles: ['USER', 'ADMIN'] })],
    admin: await app.member({ roles: ['ADMIN'] }),
    ended,
    helper,
    async part() {
      await block(anna, carl);
      await block(dora, anna);
    },
    relation(caller: Member, target: Member): Target {
      if (caller === target) return 'own';
      const pair = (a: Member, b: Member) => caller === a && target === b;
      if (pair(carl, anna) || pair(anna, dora)) return 'blocked';
      return pair(anna, carl) || pair(dora, anna) ? 'blocking' : 'other';
    },
  };
}

async function thingOf(thing: Thing, owner: Member, helper: Member): Promise<string> {
  const { profileId } = owner;
  if (thing === 'profile') return profileId;
  if (thing === 'received message') {
    const body = { senderProfileId: helper.profileId, recipientProfileId: profileId, bodyText: 'hello', profilePicIds: [] };
    return (await helper.call(messages.postMessage, { body })).id;
  }
  if (thing === 'notification') {
    const body = { likerProfileId: helper.profileId, likedProfileId: profileId, likeType: 'LIKE' } as const;
    await helper.call(likes.putProfileLike, { body });
    return (await owner.call(notifications.getNotifications, { params: { profileId } }))[0]?.id ?? '';
  }
  if (thing === 'session') {
    // Another one than that which asks, so that ending it leaves him logged in.
    await app.world.db.write((tx) =>
      createSessionsService(app.world).create(tx, { ...owner, isRemembered: false, byLink: true, device: '' }),
    );
    return (await owner.call(sessions.getSessions)).find(({ isThis }) => !isThis)?.id ?? '';
  }
  const bytes = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1');
  const picfile = { bytes, name: 'a.png', type: 'image/png' };
  const uploaded = await owner.form('/api/profile-pic', { authorProfileId: profileId, picfilename: 'a.png', picfile });
  const id = String(Reflect.get(Object(uploaded.body), 'id'));
  const named = thing === 'picture' ? { profilePicIds: [id] } : { profilePicIds: [], profilePicIdsPrivate: [id] };
  const words = { profilename: owner.name, height: '', weight: '', description: '', characteristics: [] };
  await owner.call(profiles.putProfile, { body: { id: profileId, profilePicIdsPrivate: [], ...words, ...named } });
  return id;
}

function ask({ call, ask: asked }: Row, browser: Browser, id: string, caller: { profileId: string }): Promise<Answer> {
  const { params, query, body, form } = asked(id, caller);
  const url = urlOf(call.path, params, query);
  if (form !== undefined) return browser.form(url, form);
  if (body === undefined) return browser.send(call.method, url);
  return browser.send(call.method, url, JSON.stringify(body), { 'content-type': 'application/json' });
}

/** Every case of a row that is answered otherwise than the table says, in words. */
async function deviationsOf(row: Row): Promise<string[]> {
  const deviations: string[] = [];
  const { members, admin, ended, helper, part, relation } = await cast();
  const who = row.who ?? 'USER';
  const { answers } = row;
  const ids = new Map<Member, string>();
  if (typeof answers === 'object')
    for (const member of members) ids.set(member, await thingOf(row.names ?? 'profile', member, helper));
  await part();

  async function look(
    name: string,
    browser: Browser,
    id: string,
    caller: { profileId: string },
    status: number,
  ): Promise<Answer> {
    const answer = await ask(row, browser, id, caller);
    if (answer.status !== status) deviations.push(`${name}: ${answer.status} instead of ${status}`);
    const text = answer.status >= 400 ? answer.bytes.toString() : '';
    if (answer.status >= 400 && !isProblem(answer))
      deviations.push(`${name}: the problem is not of the agreed form: ${text.slice(0, 200)}`);
    if (answer.status >= 500 || /node_modules|\.ts:\d|\bat \S+ \(|sqlite|postgres|select |insert /i.test(text))
      deviations.push(`${name}: tells of the inside of the server: ${text.slice(0, 200)}`);
    return answer;
  }

  const strangers = [
    { name: 'a visitor', browser: app.visitor(), caller: helper, status: 401 },
    { name: 'an ended session', browser: ended, caller: ended, status: 401 },
    { name: 'an administrator who is no member', browser: admin, caller: admin, status: who === 'ADMIN' ? 0 : 403 },
  ];
  for (const { name, browser, caller, status } of strangers) {
    if (typeof answers === 'number') await look(name, browser, '', caller, who === 'all' || status === 0 ? answers : status);
    else {
      for (const [kind, id] of [
        ['other', [...ids.values()][0] ?? ''],
        ['unknown', unknownId],
        ['malformed', 'x y'],
        ['huge', hugeId],
      ] as const)
        await look(`${name} for ${kind}`, browser, id, caller, kind === 'huge' && isInPath(row) ? 400 : status);
    }
  }

  for (const [number, caller] of members.entries()) {
    const mayCall = who === 'all' || who === 'USER' || number === members.length - 1;
    if (typeof answers === 'number') {
      await look(`member ${number}`, caller, '', caller, mayCall ? answers : 403);
      continue;
    }
    const unknown = await look(`member ${number} for unknown`, caller, unknownId, caller, answers.unknown);
    await look(`member ${number} for malformed`, caller, 'x y', caller, answers.malformed);
    await look(`member ${number} for huge`, caller, hugeId, caller, answers.huge);
    for (const owner of members) {
      const kind = relation(caller, owner);
      const name = `member ${number} for ${kind}`;
      const answer = await look(name, caller, ids.get(owner) ?? '', caller, answers[kind]);
      if (kind === 'blocked' && answer.status === 404 && !answer.bytes.equals(unknown.bytes))
        deviations.push(`${name}: can be told from an unknown one`);
    }
  }
  return deviations;
}

test('every call of the contract has its place in the table, and only those', () => {
  const named = new Set(contractTable.map(({ call }) => call));
  expect(everyEndpoint.filter((endpoint) => !named.has(endpoint)).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  expect([...named].filter((endpoint) => !everyEndpoint.includes(endpoint))).toEqual([]);
  expect(targets).toHaveLength(7);
});

describe('every caller gets the answer of the table', () => {
  test.each(contractTable.map((row) => [nameOf(row), row] as const))('%s', async (_name, row) => {
    expect(await deviationsOf(row)).toEqual([]);
  });
});

describe('a rule that is taken out of the contract is missed', () => {
  /** The routes read their rule from the very entry of the contract, so that a change there is a change of the running server. */
  async function without(endpoint: AnyEndpoint, change: Partial<AnyEndpoint>): Promise<number> {
    const { who, actor } = endpoint;
    Object.assign(endpoint, change);
    try {
      let missed = 0;
      for (const row of contractTable.filter(({ call }) => call === endpoint)) missed += (await deviationsOf(row)).length;
      return missed;
    } finally {
      Object.assign(endpoint, { who, actor });
    }
  }

  const guarded = everyEndpoint.filter(({ who }) => who !== 'all');
  test.each(guarded.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s open to everybody',
    async (_name, endpoint) => {
      expect(await without(endpoint, { who: 'all' })).toBeGreaterThan(0);
    },
  );

  const acting = everyEndpoint.filter(({ actor }) => actor !== undefined);
  test.each(acting.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s in any name',
    async (_name, endpoint) => {
      expect(await without(endpoint, { actor: undefined })).toBeGreaterThan(0);
    },
  );
});

test('the description names every call, who may make it, and nothing that it does not explain', async () => {
  const { headers, bytes } = await app.visitor().send('GET', '/api/openapi.json');
  expect(headers['content-type']).toMatch(/^application\/json/);
  const text = bytes.toString();
  const description = JSON.parse(text);
  expect(description.openapi).toMatch(/^3\.1/);
  for (const { method, path, who, summary } of everyEndpoint)
    expect(description.paths[path]?.[method.toLowerCase()], `${method} ${path}`).toMatchObject({ summary, 'x-who': who });
  const described = Object.values<object>(description.paths).flatMap((byMethod) => Object.keys(byMethod));
  expect(described).toHaveLength(everyEndpoint.length);
  for (const [, place = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = place.split('/').reduce<unknown>((at, key) => Reflect.get(Object(at), key), description);
    expect(found, place).toBeTypeOf('object');
  }
});

test.each([
  ['GET', '/api/no-such-call'],
  ['GET', '/api/'],
  ['POST', '/api/profile/x/y/z'],
  ['DELETE', '/api/profile'],
  ['PUT', '/api/ping'],
])('%s %s is not found, and says so as JSON', async (method, path) => {
  const { status, headers, body } = await app.visitor().send(method, path);
  expect(status).toBe(404);
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(body).toEqual({ statusCode: 404, error: 'Not Found', message: expect.any(String), code: 'not-found' });
});

test('a body that is no JSON, or tampers with prototypes, is refused in the agreed form', async () => {
  const member = await app.member();
  const json = { 'content-type': 'application/json' };
  const bodies = [
    '{',
    '"text"',
    '[]',
    'null',
    '{"__proto__":{"roles":["ADMIN"]}}',
    '{"constructor":{"prototype":{}}}',
    `{"id":"${'x'.repeat(70_000)}"}`,
  ];
  for (const body of bodies) {
    const answer = await member.send('PUT', '/api/settings', body, json);
    expect([body.slice(0, 30), answer.status < 500 && isProblem(answer)]).toEqual([body.slice(0, 30), true]);
  }
  expect((await member.send('PUT', '/api/settings', '{}', { 'content-type': 'text/plain' })).status).toBe(415);
});
