// Tests that no GET endpoint discloses members' private data to administrators.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grants } from '#shared/contract/grants.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { session } from '#shared/contract/session.ts';
import { urlOf } from '#shared/contract/endpoint.ts';
import { allEndpoints } from '#shared/contract/index.ts';
import { broadcast, like, note, reportPosition, showPictures, uploadPicture, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { change, newDevice, pushHosts } from '#server/testing/members/settings.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
let nora: Member;
let ben: Member;
const secrets = new Map<string, string>();
const ids: string[] = [];

beforeAll(async () => {
  app = await openTestApp({ env: pushHosts });
  nora = await app.member({ name: 'Nora', email: 'nora.private@example.org', birthdate: '1984-03-07' });
  ben = await app.member({ name: 'Ben' });
  const [shown, hidden, sent] = [await uploadPicture(nora), await uploadPicture(nora), await uploadPicture(nora)];
  await showPictures(nora, { profilePicIds: [shown], profilePicIdsPrivate: [hidden] });
  await nora.call(grants.putPicGrant, { body: { profileId: ben.profileId, lastsMs: null } });
  const device = newDevice();
  await change(nora, { pushSubscriptions: [{ ...device, deviceName: 'the blue phone' }], privatePictures: 'granted' });
  const said = await write(nora, ben, 'meet me at the lighthouse', [sent]);
  const answered = await write(ben, nora, 'under the third lamp');
  await note(nora, ben, 'owes me an umbrella');
  await note(ben, nora, 'allergic to lilies');
  await like(nora, ben);
  await reportPosition(nora, app.clock.now());
  await broadcast(nora, 'hello, area');
  for (const [what, value] of [
    ['address', 'nora.private@example.org'],
    ['birthdate', '1984-03-07'],
    ['account id', nora.accountId],
    ['private picture', hidden],
    ['sent picture', sent],
    ['message', 'lighthouse'],
    ['answer', 'third lamp'],
    ['own note', 'umbrella'],
    ['note about Nora', 'lilies'],
    ['device', 'the blue phone'],
    ['push endpoint', device.endpoint],
    ['exact latitude', '33.45,'],
    ['exact longitude', '-112.07,'],
  ] as const)
    secrets.set(what, value);
  ids.push(nora.profileId, ben.profileId, nora.accountId, shown, hidden, sent, said.id, answered.id);
});
afterAll(() => app.close());

/** Every GET endpoint, except for map tiles, with each pair of ids in its parameters. */
function* everyQuestion(): Generator<string> {
  const pairs = ids.flatMap((a) => ids.map((b) => [a, b] as const));
  for (const { method, path, params, query } of allEndpoints.filter((endpoint) => endpoint.method === 'GET')) {
    if (path.startsWith('/api/map/tiles')) continue;
    const fields = (schema: object | undefined) => Object.keys(Object(schema === undefined ? {} : Reflect.get(schema, 'shape')));
    const wants = { params: fields(params), query: fields(query).filter((name) => /Id$|^profileIds$/.test(name)) };
    const usual = { page: 0, size: 100, lat: 33.45, lon: -112.07, latMin: 33, latMax: 34, lonMin: -113, lonMax: -112, text: 'l' };
    const asked = Object.fromEntries(fields(query).flatMap((name) => Object.entries(usual).filter(([key]) => key === name)));
    const flags = fields(query).includes('admin') ? [{ admin: true }, { admin: false }] : [{}];
    for (const flag of flags)
      for (const [a, b] of wants.params.length + wants.query.length > 0 ? pairs : [['', ''] as const]) {
        const fill = (names: readonly string[]) =>
          Object.fromEntries(names.map((name, at) => [name, name === 'sector' ? '33:-113' : at === 0 ? a : b]));
        yield `${method} ${urlOf(path, fill(wants.params), { ...asked, ...fill(wants.query), ...flag })}`;
      }
  }
}

/** Finds Nora's private data in the answers to this member, and counts the answers with status 200. */
async function leaksTo(caller: Member): Promise<{ readonly leaks: string[]; readonly answered: number }> {
  const leaks: string[] = [];
  let answered = 0;
  for (const question of new Set(everyQuestion())) {
    const [method = '', url = ''] = question.split(' ');
    const answer = await caller.send(method, url);
    if (answer.status === 200) answered += 1;
    const text = answer.bytes.toString();
    for (const [what, value] of secrets) if (text.includes(value) && !url.includes(value)) leaks.push(`${what} in ${question}`);
    const isPicture = String(answer.headers['content-type']).startsWith('image/');
    if (isPicture && ['private picture', 'sent picture'].some((what) => url.includes(secrets.get(what) ?? '')))
      leaks.push(`bytes of ${question}`);
  }
  return { leaks, answered };
}

test('an administrator who is a member sees no private data', async () => {
  const ada = await app.member({ name: 'Ada', roles: ['USER', 'ADMIN'] });
  await ada.call(session.putSession, { body: { showNsfw: true } });
  const { leaks, answered } = await leaksTo(ada);
  expect(leaks).toEqual([]);
  expect(answered).toBeGreaterThan(35);
});

test('an administrator who is not a member cannot call member endpoints', async () => {
  const eve = await app.member({ name: 'Eve', roles: ['ADMIN'] });
  expect((await leaksTo(eve)).leaks).toEqual([]);
  const reads = allEndpoints.filter(({ method, who }) => method === 'GET' && who === 'USER');
  expect(reads.length).toBeGreaterThan(20);
  for (const { path } of reads)
    expect([path, (await eve.send('GET', path.replaceAll(/\{\w+\}/g, nora.profileId))).status]).toEqual([path, 403]);
});

test('the same requests return the private data to the member', async () => {
  const { leaks } = await leaksTo(nora);
  const own = ['address', 'birthdate', 'private picture', 'sent picture', 'message', 'answer', 'own note', 'device'];
  expect(own.filter((what) => !leaks.some((leak) => leak.startsWith(`${what} in`)))).toEqual([]);
});

test("an administrator's view of a profile contains roles, but no birthdate, position or private pictures", async () => {
  const ada = await app.member({ roles: ['USER', 'ADMIN'] });
  const seen = await ada.call(profiles.getProfile, { params: { id: nora.profileId }, query: { admin: true } });
  expect(seen).toMatchObject({ profilename: 'Nora', roles: ['USER'], profilePicIdsPrivate: [], lat: null, lon: null });
  expect(seen).not.toHaveProperty('birthdate');
});
