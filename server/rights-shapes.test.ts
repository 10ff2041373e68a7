// The fields of replies for each kind of caller: those of the specification and the additions listed here, no others.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '#shared/contract/index.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { send } from './testing/contract/contract-cases.ts';
import { contractTable } from './testing/contract/contract-table.ts';
import { things } from './testing/contract/contract-things.ts';
import type { Member } from './testing/app/members.ts';
import { change, newDevice, pushHosts } from './testing/members/settings.ts';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';

let app: TestApp;
let anna: Member;
let boris: Member;
let boss: Member;
const device = newDevice('Anna’s phone');
/** Data that must never appear in a reply to anybody but Anna. */
const secrets = {
  email: 'anna.canary@example.org',
  name: 'Anna Canary Account',
  birthdate: '1987-06-05',
  endpoint: device.endpoint,
  p256dh: device.p256dh_base64,
  auth: device.auth_base64,
  deviceName: device.deviceName,
};

beforeAll(async () => {
  app = await openTestApp({ env: pushHosts });
  anna = await app.member({ name: 'Anna', email: secrets.email, birthdate: secrets.birthdate });
  boris = await app.member({ name: 'Boris' });
  boss = await app.member({ name: 'Boss', roles: ['USER', 'ADMIN'] });
  await change(anna, { name: secrets.name, pushSubscriptions: [device] });
  const picture = await things.picture(anna, boris, app);
  const { profileId: a } = anna;
  const { profileId: b } = boris;
  for (const member of [anna, boris])
    await put(member, `/api/profile-position/${member.profileId}`, {
      profileId: member.profileId,
      use: 'OVERRIDE',
      overrideLat: 33.45,
      overrideLon: -112.07,
      hide: false,
      tsEffectiveUntil: app.clock.now() + hourMs,
    });
  await put(boris, '/api/profile-like', { likerProfileId: b, likedProfileId: a, likeType: 'LIKE' });
  await put(anna, '/api/profile-like', { likerProfileId: a, likedProfileId: b, likeType: 'LIKE' });
  await put(boris, '/api/profile-pic-like', {
    likerProfileId: b,
    profilePicId: picture,
    profilePicProfileId: a,
    likeType: 'LIKE',
  });
  const message = { senderProfileId: a, recipientProfileId: b, bodyText: 'hello', profilePicIds: [] };
  await boris.send('POST', '/api/message', JSON.stringify({ ...message, senderProfileId: b, recipientProfileId: a }), json);
  await anna.send('POST', '/api/message', JSON.stringify(message), json);
});
afterAll(() => app.close());

const json = { 'content-type': 'application/json' };
const put = (by: Member, path: string, body: object) => by.send('PUT', path, JSON.stringify(body), json);
const get = async (by: Member, path: string): Promise<unknown> => (await by.send('GET', path)).body;
/** The sorted paths of all fields: nested ones with a point, those of a list's first entry with []. */
function fieldsOf(value: unknown, prefix = ''): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [`${prefix}[] is empty`] : fieldsOf(value[0], `${prefix}[]`);
  if (typeof value !== 'object' || value === null) return [prefix];
  return Object.entries(value)
    .flatMap(([key, inner]) =>
      Array.isArray(inner) && typeof inner[0] !== 'object' ? [`${prefix}.${key}`] : fieldsOf(inner, `${prefix}.${key}`),
    )
    .toSorted();
}
const paths = (prefix: string, fields: string) =>
  fields
    .split(' ')
    .map((field) => `${prefix}.${field}`)
    .toSorted();

const profile =
  'id profilename profilePicIds picPlaceholders profilePicIdsPrivate picPlaceholdersPrivate age height weight description characteristics tsUpdated lat lon tsLastSeen';
const brief =
  'profileId session profileName profileAge profileChars profileWeight profileHeight profilePicIds picPlaceholders lat lon tsUpdated';
const reduced = ' profile.profileId profile.session profile.profileName profile.profilePicIds profile.picPlaceholders';
const like = 'likerProfileId likedProfileId likeType blocked tsCreated';
const picLike = 'likerProfileId profilePicId profilePicProfileId likeType tsCreated';
const message =
  'id senderProfileId recipientProfileId bodyText profilePicIds tsCreated tsRecipientRead tsRecipientDeleted tsSenderDeleted sequence revision';

test('a profile has different fields for its owner, for members and for an administrator', async () => {
  const path = `/api/profile/${anna.profileId}`;
  expect(fieldsOf(await get(anna, path))).toEqual(paths('', `${profile} birthdate roles version`));
  expect(fieldsOf(await get(boris, path))).toEqual(paths('', profile));
  expect(fieldsOf(await get(boss, path))).toEqual(paths('', profile));
  expect(fieldsOf(await get(boss, `${path}?admin=true`))).toEqual(paths('', `${profile} roles`));
});

test('lists of members nearby contain briefs, and counts contain no member', async () => {
  const sectors = ['nearest', 'by-bounds?latMin=33&lonMin=-113&latMax=34&lonMax=-112', 'by-sector/33:-113'];
  for (const list of sectors) {
    const briefs = await get(boris, `/api/profile-briefs/${list}`);
    expect(fieldsOf(briefs)).toEqual(paths('[]', brief));
    expect(briefs).toMatchObject([{ profileId: anna.profileId, session: null }]);
  }
  const counts = 'centerLat centerLon deltaLat deltaLon count tsUpdated';
  expect(fieldsOf(await get(boris, '/api/profile-positions/aggregates'))).toEqual(paths('[]', counts));
});

test('likes contain both ids, and lists of likes the reduced brief of the other member', async () => {
  const { profileId: a } = anna;
  const { profileId: b } = boris;
  expect(fieldsOf(await get(anna, `/api/profile-like?likerProfileId=${a}&likedProfileId=${b}`))).toEqual(paths('', like));
  for (const side of ['by-liker', 'by-liked']) {
    const likes = await get(anna, `/api/profile-likes/${side}/${a}`);
    expect(fieldsOf(likes)).toEqual(paths('[]', like + reduced));
    expect(likes).toMatchObject([{ profile: { profileId: b, session: null } }]);
  }
  expect(fieldsOf(await get(anna, `/api/profile-pic-likes/by-liked-profileid/${a}`))).toEqual(paths('[]', picLike + reduced));
  expect(fieldsOf(await get(boris, `/api/profile-pic-likes/by-liker-profileid/${b}`))).toEqual(paths('[]', picLike + reduced));
});

test('a message has its client id for its sender only, and a conversation names the other member', async () => {
  const [newest, first] = Object.values(Object(await get(boris, `/api/messages/between/${anna.profileId}/${boris.profileId}`)));
  expect(fieldsOf(newest)).toEqual(paths('', message));
  expect(fieldsOf(first)).toEqual(paths('', `${message} clientId`));
  const conversations = await get(boris, `/api/messages/most-recent-with/${boris.profileId}`);
  expect(fieldsOf(conversations)).toEqual(paths('[]', `${message} unread${reduced}`));
  expect(fieldsOf(await get(boris, `/api/notifications/${boris.profileId}`))).toEqual(
    paths('[]', `id bodyText url tsCreated kind${reduced}`),
  );
});

test('settings contain devices without their keys, and no password', async () => {
  const own = fieldsOf(await get(anna, '/api/settings'));
  for (const field of ['defaultProfileId', 'roles', 'name', 'email', 'applicationServerKey']) expect(own).toContain(`.${field}`);
  for (const field of ['deviceName', 'endpoint', 'expirationTime']) expect(own).toContain(`.pushSubscriptions[].${field}`);
  expect(own.filter((field) => /\.password$|password_?hash|auth_base64|p256dh|token|secret/i.test(field))).toEqual([]);
  expect(fieldsOf(await get(boris, '/api/version'))).toEqual(paths('', 'gitCommitHash gitCommitTs'));
  expect(await get(boris, '/api/ping')).toEqual({ ok: true });
});

test('deletions and reported positions are answered without a body, everything else with the entity or a plain list', async () => {
  for (const { method, path, reply, bytes } of allEndpoints) {
    const isSilent = method === 'DELETE' || path.startsWith('/api/profile-position/');
    expect([method, path, reply === undefined && bytes === undefined]).toEqual([method, path, isSilent]);
  }
  const report = { profileId: boris.profileId, use: 'OVERRIDE', overrideLat: 33.45, overrideLon: -112.07, hide: false };
  const answer = await put(boris, `/api/profile-position/${boris.profileId}`, {
    ...report,
    tsEffectiveUntil: app.clock.now() + hourMs,
  });
  expect([answer.status, answer.bytes.length]).toEqual([204, 0]);
});

test('private data is in no reply to anybody else', async () => {
  const own = (await anna.send('GET', '/api/settings')).bytes.toString();
  for (const name of ['email', 'name', 'endpoint', 'deviceName'] as const) expect(own).toContain(secrets[name]);
  for (const caller of [boris, boss, app.visitor()]) {
    for (const row of contractTable.filter(({ endsCaller }) => !endsCaller)) {
      if (row.call.method !== 'GET') continue;
      for (const id of [anna.profileId, boris.profileId]) {
        const { headers, bytes } = await send(row.call, row.ask(id, { profileId: boris.profileId }), caller);
        const text = JSON.stringify(headers) + bytes.toString();
        const found = Object.entries(secrets).filter(([, secret]) => text.includes(secret));
        expect([row.call.path, found]).toEqual([row.call.path, []]);
      }
    }
    expect((await caller.send('GET', `/api/profile/${anna.profileId}?admin=true`)).bytes.toString()).not.toContain(
      secrets.birthdate,
    );
  }
});
