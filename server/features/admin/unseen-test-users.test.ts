// Members outside test mode never see a test user, neither while test users are created nor before or after.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { admin } from '#shared/contract/admin.ts';
import type { LiveEvent } from '#shared/contract/live.ts';
import { makeTestUsers, whenDone } from '#server/testing/members/administrators.ts';
import type { Browser } from '#server/testing/app/browser.ts';
import { contractTable } from '#server/testing/contract/contract-table.ts';
import { send } from '#server/testing/contract/contract-cases.ts';
import { broadcast, like, reportPosition, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { comparable } from '#server/testing/contract/same-answers.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { memoryPictureFiles } from '#server/outside/picture-files.ts';

const files = memoryPictureFiles();
let isGateOpen = false;
let app: TestApp;
let ada: Member;
let boris: Member;
beforeAll(async () => {
  const put: typeof files.put = async (...file) => {
    // Waits in the middle of the job, until the test opens the gate.
    if ((await testIds()).length > 8) await vi.waitUntil(() => isGateOpen, { timeout: 60_000 });
    return files.put(...file);
  };
  app = await openTestApp({ parts: { pictureFiles: { ...files, put } } });
  ada = await app.member({ name: 'Ada', roles: ['USER', 'ADMIN'] });
  boris = await app.member({ name: 'Boris' });
  const carl = await app.member({ name: 'Carl' });
  for (const member of [boris, carl]) await reportPosition(member, app.clock.now());
  await like(carl, boris);
  await write(carl, boris, 'hello');
  await broadcast(carl, 'hello, area');
});
afterAll(() => app.close());

/** All ids of test users: of accounts, profiles and pictures. */
async function testIds(): Promise<string[]> {
  const { read } = app.world.db;
  const accounts = await read.selectFrom('accounts').select(['id', 'profile_id']).where('is_test', '=', 1).execute();
  const pictures = await read
    .selectFrom('pictures')
    .innerJoin('profiles', 'profiles.id', 'pictures.profile_id')
    .select('pictures.id')
    .where('profiles.is_test', '=', 1)
    .execute();
  return [...accounts.flatMap((row) => [row.id, row.profile_id]), ...pictures.map(({ id }) => id)];
}

const around = ['&lat=33.4484&lon=-112.074', '&lat=52.5163&lon=13.3777', '&lat=-33.8731&lon=151.2093'];
const sectors = ['33:-113', '33:-112', '32:-113', '34:-113', '52:13', '-34:151'];
const page = '?page=0&size=100';
const broadcasts = (flag = '') => sectors.map((sector) => `/api/messages/by-sector/${sector}${flag.replace('&', '?')}`);
/** Lists and counts by position, around the places of all test users. */
const lists = (flag = '') => [
  ...around.flatMap((place) => [
    `/api/profile-briefs/nearest${page}${place}${flag}`,
    `/api/profile-briefs/nearest-count?${place.slice(1)}${flag}`,
    `/api/profile-briefs/nearest${page}${place}&onlineNow=true${flag}`,
    `/api/profile-briefs/nearest${page}${place}&withPicture=true&unrated=true&neverChatted=true${flag}`,
  ]),
  ...sectors.flatMap((sector) => [`/api/profile-briefs/by-sector/${sector}${page}${flag}`]),
  ...broadcasts(flag),
  `/api/profile-briefs/by-bounds?latMin=29&lonMin=-117&latMax=38&lonMax=-108&page=0&size=500${flag}`,
  `/api/profile-briefs/by-bounds?latMin=50&lonMin=10&latMax=55&lonMax=15&page=0&size=500${flag}`,
  `/api/profile-positions/aggregates${flag.replace('&', '?')}`,
];

/** The answers to all GET requests that a member can make without the id of a test user. */
async function everyGet(viewer: Member): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const path of lists()) answers[path] = comparable(await viewer.send('GET', path));
  const rows = contractTable.filter(({ call, who }) => call.method === 'GET' && who !== 'ADMIN');
  expect(rows.length).toBeGreaterThan(25);
  for (const { call, field, ask } of rows)
    answers[`${call.path} ${field ?? ''}`] = comparable(await send(call, ask(viewer.profileId, viewer), viewer));
  return answers;
}

const found = async (viewer: Browser, paths: readonly string[], ids: readonly string[]) => {
  const texts = await Promise.all(paths.map(async (path) => (await viewer.send('GET', path)).bytes.toString()));
  return ids.filter((id) => texts.some((text) => text.includes(id)));
};

test('every answer and socket event of a member is the same before, during and after test users exist', async () => {
  const socket = await openSocket(boris);
  socket.say({ type: 'watchSectors', sectors });
  await socket.settled();
  const receivedBefore = socket.received.length;
  const before = await everyGet(boris);

  await ada.call(admin.postTestUsers, { params: { count: 12 } });
  await vi.waitFor(async () => expect((await testIds()).length).toBeGreaterThan(8), { timeout: 30_000 });
  expect(await everyGet(boris)).toEqual(before);
  isGateOpen = true;
  await whenDone(ada);
  const ids = await testIds();
  expect(ids.length).toBeGreaterThan(24);

  expect(await everyGet(boris)).toEqual(before);
  expect(await found(boris, lists(), ids)).toEqual([]);
  expect(JSON.stringify(before)).toContain('Carl');
  // In test mode each test user is in some list, so the lists above could have shown them.
  const profiles = (await app.world.db.read.selectFrom('profiles').select('id').where('is_test', '=', 1).execute()).map(
    ({ id }) => id,
  );
  expect(await found(boris, lists('&includeTestData=true'), profiles)).toEqual(profiles);
  expect(await found(boris, broadcasts('&includeTestData=true'), profiles)).not.toEqual([]);

  await ada.call(admin.deleteTestUsers);
  expect(await everyGet(boris)).toEqual(before);
  await socket.settled();
  const isNews = ({ type }: LiveEvent) => type !== 'pong';
  expect(socket.received.slice(receivedBefore).filter(isNews)).toEqual([]);
});

test('test users are counted among members only on request', async () => {
  const rolesOf = (includeTestData: boolean) => ada.call(admin.getUserRoleCounts, { query: { includeTestData } });
  const days = () => ada.call(admin.getNewMembers);
  const before = { roles: await rolesOf(false), days: await days() };
  expect(before.roles).toEqual([
    { role: 'USER', count: 3 },
    { role: 'ADMIN', count: 1 },
  ]);
  await makeTestUsers(ada, 2);
  expect({ roles: await rolesOf(false), days: await days() }).toEqual(before);
  expect(await rolesOf(true)).toEqual([
    { role: 'USER', count: 5 },
    { role: 'ADMIN', count: 1 },
  ]);
});
