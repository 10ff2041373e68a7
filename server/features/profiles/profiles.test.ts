// Profiles over HTTP, as seen and changed by owners, other members and administrators.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { positions } from '#shared/contract/positions.ts';
import { profiles, type Profile, type ProfileChange } from '#shared/contract/profiles.ts';
import { dayMs, hourMs, minuteMs } from '#shared/rules/durations.ts';
import { block } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const seen = (viewer: Member, of: { profileId: string }, admin = false, headers?: Record<string, string>) =>
  viewer.ask(profiles.getProfile, { params: { id: of.profileId }, query: { admin } }, headers);

const changeOf = (member: Member, change: Partial<ProfileChange> = {}): ProfileChange => ({
  id: member.profileId,
  profilename: member.name,
  profilePicIds: [],
  profilePicIdsPrivate: [],
  birthdate: '1990-05-17',
  height: '',
  weight: '',
  description: '',
  characteristics: [],
  ...change,
});
const save = (member: Member, change: Partial<ProfileChange> = {}, headers?: Record<string, string>) =>
  member.ask(profiles.putProfile, { body: changeOf(member, change) }, headers);

const forAll = [
  'age',
  'characteristics',
  'description',
  'height',
  'id',
  'lat',
  'lon',
  'picPlaceholders',
  'picPlaceholdersPrivate',
  'profilePicIds',
  'profilePicIdsPrivate',
  'profilename',
  'tsLastSeen',
  'tsUpdated',
  'weight',
];
const keysOf = (profile: Profile) => Object.keys(profile).sort();

test('other members see the age, but no birthdate, roles or account data', async () => {
  const [anton, boris] = [await app.member(), await app.member({ birthdate: '1990-05-17' })];
  expect(keysOf((await seen(anton, boris)).body)).toEqual(forAll);
  expect(keysOf((await seen(boris, boris)).body)).toEqual([...forAll, 'birthdate', 'roles', 'version'].sort());
  expect((await seen(anton, boris)).body.age).toBeGreaterThanOrEqual(36);
  expect((await seen(boris, boris)).body).toMatchObject({ birthdate: '1990-05-17', roles: ['USER'] });
});

test('only an administrator can request the roles of a member', async () => {
  const boss = await app.member({ roles: ['USER', 'ADMIN'] });
  const [anton, nameless] = [await app.member(), await app.member({ name: '' })];
  expect(keysOf((await seen(boss, anton, true)).body)).toEqual([...forAll, 'roles'].sort());
  expect((await seen(boss, nameless, true)).status).toBe(200);
  expect((await seen(anton, boss, true)).status).toBe(403);
  expect((await seen(boss, { profileId: crypto.randomUUID() }, true)).status).toBe(404);
});

test('an administrator without the member role cannot use member endpoints', async () => {
  const boss = await app.member({ roles: ['ADMIN'] });
  expect((await seen(boss, await app.member())).status).toBe(403);
});

test('a profile without a public name is visible only to its owner', async () => {
  const [anton, nameless] = [await app.member(), await app.member({ name: '' })];
  const [hidden, unknown] = [await seen(anton, nameless), await seen(anton, { profileId: crypto.randomUUID() })];
  expect(hidden.status).toBe(404);
  expect(hidden.bytes).toEqual(unknown.bytes);
  expect(Object.keys(hidden.headers)).toEqual(Object.keys(unknown.headers));
  expect((await seen(nameless, nameless)).status).toBe(200);
});

test('profiles need a session and a valid id', async () => {
  const anton = await app.member();
  expect((await app.visitor().send('GET', `/api/profile/${anton.profileId}`)).status).toBe(401);
  for (const id of ['abc', `${anton.profileId}0`, anton.profileId.toUpperCase(), '..%2Fping'])
    expect((await anton.send('GET', `/api/profile/${id}`)).status).toBe(400);
});

test('a blocked member cannot open the profile, while the blocker can open a minimal one', async () => {
  const [anton, boris] = [await app.member(), await app.member({ name: 'Boris' })];
  await block(anton, boris);
  expect((await seen(boris, anton)).status).toBe(404);
  expect((await seen(anton, boris)).body).toMatchObject({ profilename: 'Boris', profilePicIds: [], tsLastSeen: null, lat: null });
  await block(anton, boris, false);
  expect((await seen(boris, anton)).status).toBe(200);
});

test('a change is visible to its owner, and its public part to others', async () => {
  const [anton, boris] = [await app.member({ birthdate: null }), await app.member()];
  expect((await seen(boris, anton)).body.age).toBe(21);
  const saved = await save(anton, {
    profilename: '  Anton \u202e der\u200b  Große ',
    birthdate: '1980-02-29',
    height: `5'11"`,
    weight: '170 lb',
    description: 'Zwei\r\nZeilen\u0007',
    characteristics: ['bear', '{product}', 'bear'],
  });
  expect(saved.body).toMatchObject({
    profilename: 'Anton der Große',
    birthdate: '1980-02-29',
    description: 'Zwei\nZeilen',
    characteristics: ['bear', '{product}'],
  });
  expect((await seen(boris, anton)).body).toMatchObject({ profilename: 'Anton der Große', height: `5'11"`, weight: '170 lb' });
  expect((await seen(boris, anton)).body.age).toBeGreaterThanOrEqual(45);
});

test('markup in texts is stored unchanged', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  for (const text of ['<img src=x onerror=alert(1)>', '"><script>1</script>', "javascript:alert('x')", '{{7*7}}', '&lt;b&gt;']) {
    expect((await save(anton, { profilename: text, description: text, height: text })).status).toBe(200);
    const { body, headers } = await seen(boris, anton);
    expect(body).toMatchObject({ profilename: text, description: text, height: text });
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' });
  }
});

test.each([
  ['no public name', { profilename: ' \u200b ' }, 'public-name-missing'],
  ['a birthdate that does not exist', { birthdate: '1990-02-30' }, 'bad-birthdate'],
  ['a birthdate in another format', { birthdate: '17.5.1990' }, 'bad-birthdate'],
  ['a birthdate in the future', { birthdate: '2190-01-01' }, 'bad-birthdate'],
  ['a minor', { birthdate: new Date(Date.now() - 17.9 * 365.25 * dayMs).toISOString().slice(0, 10) }, 'not-adult'],
  ['a description of 4,001 characters', { description: '𝄞'.repeat(4_001) }, 'bad-request'],
  ['an unknown characteristic', { characteristics: ['Bear'] }, 'bad-request'],
  ['an unknown picture', { profilePicIds: [crypto.randomUUID()] }, 'not-your-picture'],
])('%s is refused without storing anything', async (_, change, code) => {
  const anton = await app.member({ name: 'Anton' });
  const before = (await seen(anton, anton)).bytes;
  expect((await save(anton, change)).body).toMatchObject({ statusCode: 400, code });
  expect((await seen(anton, anton)).bytes).toEqual(before);
});

test('a description of 4,000 characters is accepted, even with surrogate pairs', async () => {
  const anton = await app.member();
  expect((await save(anton, { description: '𝄞'.repeat(4_000) })).status).toBe(200);
});

test('members cannot change other profiles or their own roles', async () => {
  const [anton, boris] = [await app.member(), await app.member({ name: 'Boris' })];
  const foreign = await anton.ask(profiles.putProfile, { body: changeOf(boris, { profilename: 'Stolen' }) });
  expect(foreign.body).toMatchObject({ statusCode: 403, code: 'not-your-profile' });
  expect((await seen(anton, boris)).body.profilename).toBe('Boris');

  const risen = await save(anton, { roles: ['ADMIN'], age: 99, tsUpdated: 1, lat: 1, lon: 1, tsLastSeen: 1 });
  expect(risen.body).toMatchObject({ roles: ['USER'], lat: null, lon: null });
  expect(risen.body.age).toBeLessThan(99);
  for (const extra of [
    '"isTest":true',
    '"account_id":"x"',
    '"__proto__":{"roles":["ADMIN"]}',
    '"constructor":{"prototype":{"a":1}}',
  ]) {
    const json = JSON.stringify(changeOf(anton)).replace('{', `{${extra},`);
    expect((await anton.send('PUT', '/api/profile', json, { 'content-type': 'application/json' })).status).toBe(400);
  }
});

test('an unchanged profile is answered with 304', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const { etag = '' } = (await seen(anton, boris)).headers;
  const again = await seen(anton, boris, false, { 'if-none-match': String(etag) });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  await save(boris, { description: 'Something new.' });
  const changed = await seen(anton, boris, false, { 'if-none-match': String(etag) });
  expect([changed.status, changed.body.description]).toEqual([200, 'Something new.']);
});

test('a change with an outdated version is answered with the current profile and stores nothing', async () => {
  const anton = await app.member();
  const old = String((await seen(anton, anton)).headers.etag);
  const first = await save(anton, { height: '180 cm' }, { 'if-match': old });
  expect(first.status).toBe(200);
  const second = await save(anton, { weight: '77 kg' }, { 'if-match': old });
  expect(second.body).toMatchObject({ statusCode: 412, code: 'changed-meanwhile', current: { height: '180 cm', weight: '' } });
  const again = await save(anton, { height: '180 cm', weight: '77 kg' }, { 'if-match': String(second.headers.etag) });
  expect(again.body).toMatchObject({ height: '180 cm', weight: '77 kg' });
});

test('of simultaneous changes with the same version only one is stored', async () => {
  const anton = await app.member();
  const state = String((await seen(anton, anton)).headers.etag);
  const answers = await Promise.all(['1', '2', '3', '4'].map((height) => save(anton, { height }, { 'if-match': state })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
});

test('a repeated change after a lost answer succeeds without another event', async () => {
  const anton = await app.member();
  const { version = 0 } = (await seen(anton, anton)).body;
  const change = { id: anton.profileId, height: '180 cm', characteristics: ['bear'] };
  const send = () => anton.ask(profiles.putProfile, { body: change }, { 'if-match': `"${version}"` });
  const first = await send();
  expect([first.status, first.body.version]).toEqual([200, version + 1]);
  const told: string[] = [];
  const stop = app.world.bus.on('profileChanged', ({ profileId }) => told.push(profileId));
  const again = await send();
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(told).toEqual([]);
  stop();
});

test('two devices can change different fields, but the second change of the same field is a conflict', async () => {
  const anton = await app.member();
  const { version = 0 } = (await seen(anton, anton)).body;
  const put = (part: Partial<ProfileChange>, from?: number) =>
    anton.ask(
      profiles.putProfile,
      { body: { id: anton.profileId, ...part } },
      from === undefined ? {} : { 'if-match': `"${from}"` },
    );
  expect((await put({ height: '180 cm' })).body).toMatchObject({ height: '180 cm', weight: '' });
  expect((await put({ weight: '77 kg' })).body).toMatchObject({ height: '180 cm', weight: '77 kg' });
  const refused = await put({ height: '190 cm' }, version);
  expect(refused.body).toMatchObject({ statusCode: 412, current: { height: '180 cm', weight: '77 kg', version: version + 2 } });
  expect((await put({ height: '190 cm' }, version + 2)).body).toMatchObject({ height: '190 cm', weight: '77 kg' });
});

test('omitted fields remain unchanged', async () => {
  const anton = await app.member({ birthdate: '1990-05-17' });
  await save(anton, { description: 'Long walks.', characteristics: ['coffee'] });
  const changed = await anton.ask(profiles.putProfile, { body: { id: anton.profileId, weight: '77 kg' } });
  expect(changed.body).toMatchObject({
    profilename: anton.name,
    birthdate: '1990-05-17',
    description: 'Long walks.',
    characteristics: ['coffee'],
    weight: '77 kg',
  });
});

test('a profile without a name accepts no other change', async () => {
  const nameless = await app.member({ name: '' });
  const put = (part: Partial<ProfileChange>) => nameless.ask(profiles.putProfile, { body: { id: nameless.profileId, ...part } });
  expect((await put({ height: '180 cm' })).body).toMatchObject({ statusCode: 400, code: 'public-name-missing' });
  expect((await put({ height: '180 cm', profilename: 'Anton' })).status).toBe(200);
});

test('the times of the last visit and the last change are disclosed only to the hour', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const { tsLastSeen, tsUpdated } = (await seen(anton, boris)).body;
  expect([Number(tsLastSeen) % hourMs, tsUpdated % hourMs]).toEqual([0, 0]);
});

test('a profile contains the published point of a member on the map, but not of a hidden one', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const report = (hide: boolean) =>
    boris.call(positions.putPosition, {
      params: { profileId: boris.profileId },
      body: {
        profileId: boris.profileId,
        session: null,
        overrideLat: 48.256789,
        overrideLon: 16.512345,
        gpsLat: null,
        gpsLon: null,
        gpsTimestamp: null,
        use: 'OVERRIDE',
        hide,
        tsEffectiveUntil: app.clock.now() + hourMs,
      },
    });
  await report(false);
  await vi.waitFor(async () => expect((await seen(anton, boris)).body.lat).toBeCloseTo(48.26, 1));
  expect((await seen(anton, boris)).body.lat).not.toBeCloseTo(48.256789, 6);
  await block(anton, boris);
  expect((await seen(anton, boris)).body).toMatchObject({ lat: null, lon: null });
  await block(anton, boris, false);
  await report(true);
  expect((await seen(anton, boris)).body).toMatchObject({ lat: null, lon: null });
});

test('the last visit is stored', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  app.clock.pass(2 * hourMs);
  const before = Number((await seen(anton, boris)).body.tsLastSeen);
  app.world.bus.publish({ type: 'memberSeen', profileId: boris.profileId });
  // Others see a visit only after the slot of ten minutes that contains it.
  app.clock.pass(10 * minuteMs);
  await vi.waitFor(async () =>
    expect(Number((await seen(anton, boris)).body.tsLastSeen)).toBeGreaterThanOrEqual(before + hourMs),
  );
});

test('opening many profiles is limited, except for profiles opened before', async () => {
  const small = await openTestApp({ rates: { profilesOpened: { max: 2, perMs: dayMs } } });
  const [anton, ...others] = [await small.member(), await small.member(), await small.member(), await small.member()];
  const statuses = [];
  for (const other of [...others, ...others.slice(0, 2), anton]) statuses.push((await seen(anton, other)).status);
  expect(statuses).toEqual([200, 200, 429, 200, 200, 200]);
  await small.close();
});
