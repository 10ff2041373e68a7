// Sharing private pictures over HTTP.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { grantLastsMs, grants } from '#shared/contract/grants.ts';
import { messages } from '#shared/contract/messages.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { session } from '#shared/contract/session.ts';
import { settings, type PrivatePicturesFor } from '#shared/contract/settings.ts';
import { hourMs, minuteMs } from '#shared/rules/durations.ts';
import { like, notificationTexts, showPictures, uploadPicture, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { comparable } from '#server/testing/contract/same-answers.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: { grantsSweepMs: 20 } });
});
afterAll(() => app.close());

const unknownId = crypto.randomUUID();
const share = (from: Member, to: Member, lastsMs: (typeof grantLastsMs)[number] | null = null) =>
  from.ask(grants.putPicGrant, { body: { profileId: to.profileId, lastsMs } });
const takeBack = (from: Member, to?: Member) => from.call(grants.deletePicGrants, { query: { profileId: to?.profileId } });
const listOf = (member: Member, one?: Member) => member.call(grants.getPicGrants, { query: { profileId: one?.profileId } });
const showPrivate = (viewer: Member) => viewer.call(session.putSession, { body: { showNsfw: true } });
const choosePrivatePictures = (owner: Member, privatePictures: PrivatePicturesFor | null) =>
  owner.call(settings.putSettings, { body: { privatePictures } });
const shownTo = async (viewer: Member, owner: Member) =>
  (await viewer.call(profiles.getProfile, { params: { id: owner.profileId }, query: { admin: false } })).profilePicIdsPrivate;
/** Anton shows a private picture only to members with whom they share it. Boris has chosen to see private pictures. */
async function ownerAndViewer() {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  const id = await uploadPicture(anton);
  await showPictures(anton, { profilePicIdsPrivate: [id] });
  await choosePrivatePictures(anton, 'granted');
  await showPrivate(boris);
  return { anton, boris, id };
}
/** Removes the name, as for a member who has not finished registration. */
async function removeName({ profileId }: Member) {
  await app.world.db.write((tx) => tx.updateTable('profiles').set({ profilename: '' }).where('id', '=', profileId).execute());
  app.world.bus.publish({ type: 'profileChanged', profileId });
}
const fetchPicture = (viewer: Member, id: string, tail = '') => viewer.send('GET', `/api/profile-pic/nsfw/${id}${tail}`);

test('requests for private pictures that are not shared are answered as for unknown pictures', async () => {
  const { anton, boris, id } = await ownerAndViewer();
  expect(await shownTo(boris, anton)).toEqual([]);
  for (const tail of ['', '?scale_x=256', '?scale_x=512', '?scale_x=1024', '?scale_x=2048', '?orig=1'])
    expect(comparable(await fetchPicture(boris, id, tail))).toEqual(comparable(await fetchPicture(boris, unknownId, tail)));
  await choosePrivatePictures(anton, 'everyone');
  expect(await shownTo(boris, anton)).toEqual([id]);
  expect((await fetchPicture(boris, id)).status).toBe(200);
});

test('until the owner chooses who sees private pictures, and while that is nobody, they are answered as unknown ones', async () => {
  const { anton, boris, id } = await ownerAndViewer();
  await share(anton, boris);
  const asked = async () => (await anton.call(settings.getSettings)).asksAudience;
  for (const [chosen, isAsked] of [
    [null, true],
    ['nobody', false],
  ] as const) {
    await choosePrivatePictures(anton, chosen);
    expect([await shownTo(boris, anton), await asked()]).toEqual([[], isAsked]);
    expect(comparable(await fetchPicture(boris, id))).toEqual(comparable(await fetchPicture(boris, unknownId)));
    expect((await fetchPicture(anton, id)).status).toBe(200);
  }
  await choosePrivatePictures(anton, 'granted');
  expect([await shownTo(boris, anton), (await fetchPicture(boris, id)).status]).toEqual([[id], 200]);
});

test('after the first private picture the app asks who sees private pictures, until the member shares them', async () => {
  const [anton, boris, carl] = [await app.member({ name: 'Anton' }), await app.member(), await app.member()];
  for (const viewer of [boris, carl]) await showPrivate(viewer);
  const socket = await openSocket(anton);
  const id = await uploadPicture(anton);
  expect(await anton.call(settings.getSettings)).toMatchObject({ privatePictures: null, asksAudience: false });
  await showPictures(anton, { profilePicIdsPrivate: [id] });
  await socket.until('settings', () => true);
  expect(await anton.call(settings.getSettings)).toMatchObject({ privatePictures: null, asksAudience: true });
  expect([await shownTo(boris, anton), (await fetchPicture(boris, id)).status]).toEqual([[], 404]);
  await share(anton, boris);
  await socket.until('settings', () => true);
  expect(await anton.call(settings.getSettings)).toMatchObject({ privatePictures: 'granted', asksAudience: false });
  expect([await shownTo(boris, anton), await shownTo(carl, anton)]).toEqual([[id], []]);
  await choosePrivatePictures(anton, 'everyone');
  await share(anton, carl);
  expect(await anton.call(settings.getSettings)).toMatchObject({ privatePictures: 'everyone' });
  socket.close();
});

test('a viewer who has chosen to see private pictures sees shared ones until they are taken back', async () => {
  const { anton, boris, id } = await ownerAndViewer();
  const carl = await app.member({ name: 'Carl' });
  await showPrivate(carl);
  expect((await share(anton, boris)).body).toMatchObject({ profileId: boris.profileId, isGranted: true, tsUntil: null });
  expect(await shownTo(boris, anton)).toEqual([id]);
  expect((await fetchPicture(boris, id)).status).toBe(200);
  expect([await shownTo(carl, anton), (await fetchPicture(carl, id)).status]).toEqual([[], 404]);
  await boris.call(session.putSession, { body: { showNsfw: false } });
  expect([await shownTo(boris, anton), (await fetchPicture(boris, id)).status]).toEqual([[], 404]);
  await showPrivate(boris);
  await takeBack(anton, boris);
  expect([await shownTo(boris, anton), (await fetchPicture(boris, id)).status]).toEqual([[], 404]);
});

test('private pictures of a member without a name are hidden even from viewers with whom they are shared', async () => {
  const { anton, boris, id } = await ownerAndViewer();
  await share(anton, boris);
  await removeName(anton);
  expect(comparable(await fetchPicture(boris, id))).toEqual(comparable(await fetchPicture(boris, unknownId)));
  expect((await fetchPicture(anton, id)).status).toBe(200);
});

test('sharing for an hour ends by the server’s clock to the millisecond', async () => {
  const { anton, boris, id } = await ownerAndViewer();
  const { tsUntil } = (await share(anton, boris, hourMs)).body;
  expect(tsUntil).toBe(app.clock.now() + hourMs);
  app.clock.pass(hourMs - 1);
  expect((await fetchPicture(boris, id)).status).toBe(200);
  app.clock.pass(1);
  expect([await shownTo(boris, anton), (await fetchPicture(boris, id)).status]).toEqual([[], 404]);
  expect(await listOf(anton)).toEqual([]);
});

test('the owner sees viewers and end times, most recently shared first, and can end sharing with one or all', async () => {
  const { anton, boris } = await ownerAndViewer();
  const carl = await app.member({ name: 'Carl' });
  await share(anton, boris, hourMs);
  app.clock.pass(1_000);
  await share(anton, carl);
  const listed = await listOf(anton);
  expect(listed.map(({ profile, tsUntil }) => [profile.profileName, tsUntil])).toEqual([
    ['Carl', null],
    ['Boris', app.clock.now() - 1_000 + hourMs],
  ]);
  expect((await listOf(anton, carl)).map(({ profileId }) => profileId)).toEqual([carl.profileId]);
  expect(await listOf(boris)).toEqual([]);
  await takeBack(anton, carl);
  await takeBack(anton, carl);
  expect((await listOf(anton)).map(({ profileId }) => profileId)).toEqual([boris.profileId]);
  await share(anton, carl);
  await takeBack(anton);
  expect(await listOf(anton)).toEqual([]);
});

test('viewers receive an event when sharing starts, ends or expires, and when the owner’s preference changes', async () => {
  const { anton, boris } = await ownerAndViewer();
  const stranger = await app.member();
  const [ofBoris, ofStranger] = [await openSocket(boris), await openSocket(stranger)];
  await Promise.all([ofBoris.settled(), ofStranger.settled()]);
  const received = () =>
    ofBoris.received.filter((event) => event.type === 'privatePictures' && event.profileId === anton.profileId).length;
  await share(anton, boris, hourMs);
  await vi.waitFor(() => expect(received()).toBe(1));
  await takeBack(anton, boris);
  await vi.waitFor(() => expect(received()).toBe(2));
  await share(anton, boris, hourMs);
  await vi.waitFor(() => expect(received()).toBe(3));
  app.clock.pass(hourMs);
  await vi.waitFor(() => expect(received()).toBe(4));
  await shownTo(boris, anton);
  await choosePrivatePictures(anton, 'everyone');
  await vi.waitFor(() => expect(received()).toBe(5));
  // A window in the background makes no requests but still shows the pictures.
  app.clock.pass(10 * minuteMs);
  await choosePrivatePictures(anton, 'granted');
  await vi.waitFor(() => expect(received()).toBe(6));
  await ofStranger.settled();
  expect(JSON.stringify(ofStranger.received)).not.toContain(anton.profileId);
  for (const socket of [ofBoris, ofStranger]) socket.close();
});

test('viewers do not hear of a suspended member, whose account looks deleted to them', async () => {
  const { anton, boris } = await ownerAndViewer();
  await share(anton, boris, hourMs);
  await shownTo(boris, anton);
  const socket = await openSocket(boris);
  app.world.bus.publish({ type: 'suspensionChanged', profileId: anton.profileId, untilMs: app.clock.now() + 2 * hourMs });
  await socket.until('gone');
  const before = socket.received.length;
  app.world.bus.publish({
    type: 'settingsChanged',
    accountId: anton.accountId,
    profileId: anton.profileId,
    privatePictures: { before: 'nobody', now: 'everyone' },
  });
  app.clock.pass(hourMs);
  await vi.waitFor(async () =>
    expect(
      await app.world.db.read.selectFrom('pic_grants').selectAll().where('owner_id', '=', anton.profileId).execute(),
    ).toEqual([]),
  );
  await socket.settled();
  expect(socket.received.slice(before)).toEqual([{ type: 'pong' }]);
  socket.close();
});

test('sharing sends one notification, which is withdrawn when sharing ends', async () => {
  const { anton, boris } = await ownerAndViewer();
  await share(anton, boris);
  await share(anton, boris, hourMs);
  expect(await notificationTexts(boris)).toEqual(['Anton shares pictures with you.']);
  await takeBack(anton, boris);
  expect(await notificationTexts(boris)).toEqual([]);
});

test('a block permanently ends sharing between two members', async () => {
  const { anton, boris, id } = await ownerAndViewer();
  await share(anton, boris);
  await share(boris, anton);
  await like(anton, boris, { blocked: true });
  expect(comparable(await fetchPicture(boris, id))).toEqual(comparable(await fetchPicture(boris, unknownId)));
  expect([await listOf(anton), await listOf(boris), await notificationTexts(boris)]).toEqual([[], [], []]);
  expect((await share(boris, anton)).status).toBe(404);
  expect((await share(anton, boris)).status).toBe(404);
  await like(anton, boris, { blocked: false });
  expect([await shownTo(boris, anton), (await fetchPicture(boris, id)).status, await listOf(anton)]).toEqual([[], 404, []]);
});

test('sharing with oneself, with an unknown member or for an unsupported duration is refused', async () => {
  const anton = await app.member();
  expect((await share(anton, anton)).status).toBe(400);
  const put = (body: object) =>
    anton.send('PUT', '/api/profile-pic-grants', JSON.stringify(body), { 'content-type': 'application/json' });
  expect((await put({ profileId: unknownId, lastsMs: null })).status).toBe(404);
  for (const lastsMs of [0, -1, 1e15, hourMs + 1, '3600000'])
    expect((await put({ profileId: unknownId, lastsMs })).status).toBe(400);
});

test('a private picture in a message is visible to the recipient, who is listed as a viewer, until it is taken back', async () => {
  const { anton, boris, id } = await ownerAndViewer();
  const { id: messageId } = await write(anton, boris, 'for you', [id]);
  const sent = () => boris.send('GET', `/api/profile-pic/${id}`);
  expect((await sent()).headers['cache-control']).toBe('private, no-store');
  expect(await listOf(anton)).toMatchObject([{ profileId: boris.profileId, isGranted: false, picturesSent: 1, tsUntil: null }]);

  const socket = await openSocket(boris);
  await takeBack(anton, boris);
  const { message } = await socket.until('message', ({ message }) => message.id === messageId);
  expect(message).toMatchObject({ bodyText: 'for you', profilePicIds: [] });
  socket.close();
  expect(comparable(await sent())).toEqual(comparable(await boris.send('GET', `/api/profile-pic/${unknownId}`)));
  expect(await listOf(anton)).toEqual([]);

  await write(anton, boris, 'once more', [id]);
  expect((await sent()).status).toBe(200);
});

test('the sender of a private picture does not learn that its recipient has deleted the message', async () => {
  const { anton, boris, id } = await ownerAndViewer();
  const { id: messageId } = await write(anton, boris, 'for you', [id]);
  const before = await listOf(anton);
  await boris.call(messages.deleteMessage, { params: { id: messageId }, query: { forBoth: false } });
  expect(await listOf(anton)).toEqual(before);
});

test('a private picture in a message is hidden while the recipient has chosen not to see private pictures', async () => {
  const { anton, boris, id } = await ownerAndViewer();
  await write(anton, boris, 'for you', [id]);
  const sent = () => boris.send('GET', `/api/profile-pic/${id}?scale_x=512`);
  expect((await sent()).status).toBe(200);
  await boris.call(session.putSession, { body: { showNsfw: false } });
  expect(comparable(await sent())).toEqual(comparable(await boris.send('GET', `/api/profile-pic/${unknownId}?scale_x=512`)));
  await showPrivate(boris);
  expect((await sent()).status).toBe(200);
});

test('taking back leaves public pictures in messages', async () => {
  const { anton, boris, id } = await ownerAndViewer();
  const open = await uploadPicture(anton);
  await showPictures(anton, { profilePicIds: [open], profilePicIdsPrivate: [id] });
  await write(anton, boris, '', [open, id]);
  await takeBack(anton);
  const between = `/api/messages/between/${anton.profileId}/${boris.profileId}`;
  expect((await boris.send('GET', between)).body).toMatchObject([{ profilePicIds: [open] }]);
});

test('the number of viewers is limited', async () => {
  const small = await openTestApp({ limits: { maxGrants: 1 } });
  const [anton, boris, carl] = [await small.member(), await small.member(), await small.member()];
  expect((await share(anton, boris)).status).toBe(200);
  expect((await share(anton, carl)).body).toMatchObject({ statusCode: 400 });
  expect((await share(anton, boris, hourMs)).status).toBe(200);
  // A suspended member must look deleted, so they do not count either.
  small.world.bus.publish({ type: 'suspensionChanged', profileId: boris.profileId, untilMs: small.clock.now() + hourMs });
  expect((await share(anton, carl)).status).toBe(200);
  await small.close();
});
