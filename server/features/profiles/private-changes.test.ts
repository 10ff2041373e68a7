// Others are notified of the changes of a profile that they can see, and of no others.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LiveEvent } from '#shared/contract/live.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { pictures } from '#shared/contract/pictures.ts';
import { profiles, type ProfileChange } from '#shared/contract/profiles.ts';
import { session } from '#shared/contract/session.ts';
import { settings } from '#shared/contract/settings.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { reportPosition } from '#server/testing/members/actions.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** Reports a position that lasts longer than the test takes on its clock. */
const reportFor = (member: Member) => reportPosition(member, app.clock.now() + 20 * hourMs);

async function pictureOf({ profileId }: Member): Promise<string> {
  const id = crypto.randomUUID();
  const picture = { id, profile_id: profileId, width: 1, height: 1, bytes: 1, placeholder: '', created_ms: 0 };
  await app.world.db.write((tx) => tx.insertInto('pictures').values(picture).execute());
  return id;
}
const seen = (viewer: Member, of: Member, tag?: unknown) =>
  viewer.ask(
    profiles.getProfile,
    { params: { id: of.profileId }, query: { admin: false } },
    tag === undefined ? {} : { 'if-none-match': String(tag) },
  );
const change = (member: Member, fields: Omit<ProfileChange, 'id'>) =>
  member.call(profiles.putProfile, { body: { id: member.profileId, ...fields } });
/** Returns a function that counts the events about the member that a watcher of the sector has received since its last call. */
async function watched(viewer: Member, of: Member) {
  const socket = await openSocket(viewer);
  socket.say({ type: 'watchSectors', sectors: ['33:-113'] });
  await socket.settled();
  const about = (event: LiveEvent) =>
    (event.type === 'brief' && event.brief.profileId === of.profileId) ||
    (event.type === 'left' && event.profileId === of.profileId);
  return async () => {
    await app.world.db.read.selectFrom('secrets').selectAll().execute();
    await new Promise((resolve) => setTimeout(resolve, 30));
    await socket.settled();
    return socket.received.splice(0).filter(about).length;
  };
}

async function watchedMember() {
  const [viewer, member] = [await app.member(), await app.member({ name: 'Anton', birthdate: '1990-05-17' })];
  await reportFor(viewer);
  await reportFor(member);
  const events = await watched(viewer, member);
  await events();
  app.clock.pass(3 * hourMs);
  return { viewer, member, events };
}

test('changes of private pictures, the birthdate and settings are not disclosed to others', async () => {
  const { viewer, member, events } = await watchedMember();
  const { headers, body } = await seen(viewer, member);
  const [first, second] = [await pictureOf(member), await pictureOf(member)];
  const changes: [string, () => Promise<unknown>][] = [
    ['a private picture', () => change(member, { profilePicIdsPrivate: [first, second] })],
    ['the order of private pictures', () => change(member, { profilePicIdsPrivate: [second, first] })],
    ['a deleted private picture', () => member.call(pictures.deletePicture, { params: { id: first } })],
    ['a birthdate of the same age', () => change(member, { birthdate: '1990-05-16' })],
    [
      'a setting',
      () => member.call(settings.putSettings, { body: { sendSeen: false, units: 'metric', positionPrecision: 'area' } }),
    ],
    ['a report of the same place', () => reportFor(member)],
  ];
  const { version } = (await seen(member, member)).body;
  for (const [what, make] of changes) {
    await make();
    expect(await events(), what).toBe(0);
    const after = await seen(viewer, member, headers['etag']);
    expect([what, after.status, after.headers['etag']]).toEqual([what, 304, headers['etag']]);
  }
  const [brief] = (
    await viewer.call(nearby.getNearest, {
      query: { page: 0, size: 100, includeTestData: false, withPicture: false, onlineNow: false },
    })
  ).filter(({ profileId }) => profileId === member.profileId);
  expect([body.tsUpdated, brief?.tsUpdated]).toEqual([body.tsUpdated, body.tsUpdated]);
  // The owner's other devices notice every change.
  expect((await seen(member, member)).body.version).toBe(Number(version) + 4);
});

test('with the first private picture all devices reload the settings, which ask who may see it', async () => {
  const { member } = await watchedMember();
  const [open, first, second] = [await pictureOf(member), await pictureOf(member), await pictureOf(member)];
  const told: string[] = [];
  const stop = app.world.bus.on('deliver', ({ profileId, event }) => profileId === member.profileId && told.push(event.type));
  for (const [fields, expected] of [
    [{ profilePicIds: [open] }, ['profile']],
    [{ profilePicIdsPrivate: [first] }, ['profile', 'settings']],
    [{ profilePicIdsPrivate: [first, second] }, ['profile']],
    [{ profilePicIdsPrivate: [] }, ['profile']],
    [{ profilePicIds: [open] }, []],
  ] as const) {
    told.length = 0;
    await change(member, fields as never);
    expect([fields, told]).toEqual([fields, expected]);
  }
  stop();
});

test('changes of private pictures are disclosed only to members who see them', async () => {
  const { viewer, member } = await watchedMember();
  const stranger = await app.member();
  await viewer.call(session.putSession, { body: { showNsfw: true } });
  await member.call(settings.putSettings, { body: { privatePictures: 'everyone' } });
  const [before, strangers] = [(await seen(viewer, member)).headers['etag'], (await seen(stranger, member)).headers['etag']];
  const picture = await pictureOf(member);
  await change(member, { profilePicIdsPrivate: [picture] });
  expect((await seen(stranger, member, strangers)).status).toBe(304);
  expect((await seen(viewer, member, before)).body.profilePicIdsPrivate).toEqual([picture]);
});

test('others receive each change that they can see', async () => {
  const { viewer, member, events } = await watchedMember();
  for (const fields of [
    { profilename: 'Toni' },
    { birthdate: '1980-01-01' },
    { height: '180 cm' },
    { characteristics: ['bear'] },
    { profilePicIds: [await pictureOf(member)] },
  ]) {
    const before = (await seen(viewer, member)).headers['etag'];
    const { tsUpdated } = await change(member, fields);
    expect([fields, await events()]).toEqual([fields, 1]);
    const { status, body } = await seen(viewer, member, before);
    expect([fields, status, body.tsUpdated]).toEqual([fields, 200, tsUpdated - (tsUpdated % hourMs)]);
  }
  // The brief does not contain the description.
  const { tsUpdated } = await change(member, { description: 'Moved by ferries.' });
  expect((await seen(viewer, member)).body).toMatchObject({
    description: 'Moved by ferries.',
    tsUpdated: tsUpdated - (tsUpdated % hourMs),
  });
});

test('a member whose suspension ends is shown to watchers again, although nothing else has changed', async () => {
  const { member, events } = await watchedMember();
  const { profileId } = member;
  app.world.bus.publish({ type: 'suspensionChanged', profileId, untilMs: app.clock.now() + hourMs });
  expect(await events()).toBe(1);
  app.world.bus.publish({ type: 'suspensionChanged', profileId, untilMs: null });
  expect(await events()).toBe(1);
});

test('an owner’s entity tag is accepted by a write that waited offline', async () => {
  const member = await app.member();
  const { version } = (await seen(member, member)).body;
  for (const [tag, status] of [
    [`"${version}.abcdefghijklmnop"`, 200],
    [`"${version}"`, 412],
    [`"${Number(version) + 1}"`, 200],
  ] as const) {
    const answer = await member.ask(
      profiles.putProfile,
      { body: { id: member.profileId, description: `with ${tag}` } },
      { 'if-match': tag },
    );
    expect([tag, answer.status]).toEqual([tag, status]);
  }
});
