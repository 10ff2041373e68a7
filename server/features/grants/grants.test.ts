// Sharing private pictures over HTTP: the viewers, the duration, and the end of sharing.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { grants } from '#shared/contract/grants.ts';
import { notifications } from '#shared/contract/notifications.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { session } from '#shared/contract/session.ts';
import { settings } from '#shared/contract/settings.ts';
import { like, showPictures, uploadPicture, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { comparable } from '#server/testing/contract/same-answers.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: { grantsSweepMs: 20 } });
});
afterAll(() => app.close());

const hourMs = 3_600_000;
const unknownId = crypto.randomUUID();
const share = (from: Member, to: Member, lastsMs: 3_600_000 | 86_400_000 | 604_800_000 | null = null) =>
  from.ask(grants.putPicGrant, { body: { profileId: to.profileId, lastsMs } });
const takeBack = (from: Member, to?: Member) => from.call(grants.deletePicGrants, { query: { profileId: to?.profileId } });
const listOf = (member: Member, one?: Member) => member.call(grants.getPicGrants, { query: { profileId: one?.profileId } });
const wantsToSee = (viewer: Member) => viewer.call(session.putSession, { body: { showNsfw: true } });
const choose = (owner: Member, privatePictures: 'everyone' | 'granted') =>
  owner.call(settings.putSettings, { body: { privatePictures } });
const shownTo = async (viewer: Member, owner: Member) =>
  (await viewer.call(profiles.getProfile, { params: { id: owner.profileId }, query: { admin: false } })).profilePicIdsPrivate;
const told = async (member: Member) =>
  (await member.call(notifications.getNotifications, { params: { profileId: member.profileId } })).map(
    ({ bodyText }) => bodyText,
  );

/** Anton shows a private picture only to members it is shared with; Boris wants to see private pictures. */
async function couple() {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  const id = await uploadPicture(anton);
  await showPictures(anton, { profilePicIdsPrivate: [id] });
  await choose(anton, 'granted');
  await wantsToSee(boris);
  return { anton, boris, id };
}
/** As after a registration that was not finished. */
async function unname({ profileId }: Member) {
  await app.world.db.write((tx) => tx.updateTable('profiles').set({ profilename: '' }).where('id', '=', profileId).execute());
  app.world.bus.publish({ type: 'profileChanged', profileId });
}
const look = (viewer: Member, id: string, tail = '') => viewer.send('GET', `/api/profile-pic/nsfw/${id}${tail}`);

test('private pictures that are shared with nobody look to everyone as if they did not exist', async () => {
  const { anton, boris, id } = await couple();
  expect(await shownTo(boris, anton)).toEqual([]);
  for (const tail of ['', '?scale_x=256', '?scale_x=512', '?scale_x=1024', '?scale_x=2048', '?orig=1'])
    expect(comparable(await look(boris, id, tail))).toEqual(comparable(await look(boris, unknownId, tail)));
  await choose(anton, 'everyone');
  expect(await shownTo(boris, anton)).toEqual([id]);
  expect((await look(boris, id)).status).toBe(200);
});

test('a member they are shared with sees them while wanting to see private pictures, until they are taken back', async () => {
  const { anton, boris, id } = await couple();
  const carl = await app.member({ name: 'Carl' });
  await wantsToSee(carl);
  expect((await share(anton, boris)).body).toMatchObject({ profileId: boris.profileId, isGranted: true, tsUntil: null });
  expect(await shownTo(boris, anton)).toEqual([id]);
  expect((await look(boris, id)).status).toBe(200);
  expect([await shownTo(carl, anton), (await look(carl, id)).status]).toEqual([[], 404]);
  await boris.call(session.putSession, { body: { showNsfw: false } });
  expect([await shownTo(boris, anton), (await look(boris, id)).status]).toEqual([[], 404]);
  await wantsToSee(boris);
  await takeBack(anton, boris);
  expect([await shownTo(boris, anton), (await look(boris, id)).status]).toEqual([[], 404]);
});

test('a member without a name shows private pictures to nobody, not even to those with whom they are shared', async () => {
  const { anton, boris, id } = await couple();
  await share(anton, boris);
  await unname(anton);
  expect(comparable(await look(boris, id))).toEqual(comparable(await look(boris, unknownId)));
  expect((await look(anton, id)).status).toBe(200);
});

test('sharing for an hour ends by the server’s clock to the millisecond', async () => {
  const { anton, boris, id } = await couple();
  const { tsUntil } = (await share(anton, boris, hourMs)).body;
  expect(tsUntil).toBe(app.clock.now() + hourMs);
  app.clock.pass(hourMs - 1);
  expect((await look(boris, id)).status).toBe(200);
  app.clock.pass(1);
  expect([await shownTo(boris, anton), (await look(boris, id)).status]).toEqual([[], 404]);
  expect(await listOf(anton)).toEqual([]);
});

test('the owner sees the members they share with and until when, last shared first, and can take it back from one or all', async () => {
  const { anton, boris } = await couple();
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

test('open screens are updated at once when sharing starts, is taken back or ends, and when the choice changes', async () => {
  const { anton, boris } = await couple();
  const stranger = await app.member();
  const [ofBoris, ofStranger] = [await openSocket(boris), await openSocket(stranger)];
  await Promise.all([ofBoris.settled(), ofStranger.settled()]);
  const heard = () =>
    ofBoris.heard.filter((event) => event.type === 'privatePictures' && event.profileId === anton.profileId).length;
  await share(anton, boris, hourMs);
  await vi.waitFor(() => expect(heard()).toBe(1));
  await takeBack(anton, boris);
  await vi.waitFor(() => expect(heard()).toBe(2));
  await share(anton, boris, hourMs);
  await vi.waitFor(() => expect(heard()).toBe(3));
  app.clock.pass(hourMs);
  await vi.waitFor(() => expect(heard()).toBe(4));
  await shownTo(boris, anton);
  await choose(anton, 'everyone');
  await vi.waitFor(() => expect(heard()).toBe(5));
  // A window in the background asks for nothing, and still shows the pictures.
  app.clock.pass(10 * 60_000);
  await choose(anton, 'granted');
  await vi.waitFor(() => expect(heard()).toBe(6));
  await ofStranger.settled();
  expect(JSON.stringify(ofStranger.heard)).not.toContain(anton.profileId);
  for (const socket of [ofBoris, ofStranger]) socket.close();
});

test('there is one notification of it, which does not describe the pictures and goes when sharing is taken back', async () => {
  const { anton, boris } = await couple();
  await share(anton, boris);
  await share(anton, boris, hourMs);
  expect(await told(boris)).toEqual(['Anton shares pictures with you.']);
  await takeBack(anton, boris);
  expect(await told(boris)).toEqual([]);
});

test('a block ends sharing between the two for good', async () => {
  const { anton, boris, id } = await couple();
  await share(anton, boris);
  await share(boris, anton);
  await like(anton, boris, { blocked: true });
  expect(comparable(await look(boris, id))).toEqual(comparable(await look(boris, unknownId)));
  expect([await listOf(anton), await listOf(boris), await told(boris)]).toEqual([[], [], []]);
  expect((await share(boris, anton)).status).toBe(404);
  expect((await share(anton, boris)).status).toBe(404);
  await like(anton, boris, { blocked: false });
  expect([await shownTo(boris, anton), (await look(boris, id)).status, await listOf(anton)]).toEqual([[], 404, []]);
});

test('sharing with oneself, with an unknown member or for another time is refused', async () => {
  const anton = await app.member();
  expect((await share(anton, anton)).status).toBe(400);
  const put = (body: object) =>
    anton.send('PUT', '/api/profile-pic-grants', JSON.stringify(body), { 'content-type': 'application/json' });
  expect((await put({ profileId: unknownId, lastsMs: null })).status).toBe(404);
  for (const lastsMs of [0, -1, 1e15, hourMs + 1, '3600000'])
    expect((await put({ profileId: unknownId, lastsMs })).status).toBe(400);
});

test('a private picture in a message is visible to its recipient, who is in the list, until it is taken back', async () => {
  const { anton, boris, id } = await couple();
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

test('a private picture sent to a member who does not want to see any is not shown until they do', async () => {
  const { anton, boris, id } = await couple();
  await write(anton, boris, 'for you', [id]);
  const sent = () => boris.send('GET', `/api/profile-pic/${id}?scale_x=512`);
  expect((await sent()).status).toBe(200);
  await boris.call(session.putSession, { body: { showNsfw: false } });
  expect(comparable(await sent())).toEqual(comparable(await boris.send('GET', `/api/profile-pic/${unknownId}?scale_x=512`)));
  await wantsToSee(boris);
  expect((await sent()).status).toBe(200);
});

test('taking back leaves public pictures in messages', async () => {
  const { anton, boris, id } = await couple();
  const open = await uploadPicture(anton);
  await showPictures(anton, { profilePicIds: [open], profilePicIdsPrivate: [id] });
  await write(anton, boris, '', [open, id]);
  await takeBack(anton);
  const between = `/api/messages/between/${anton.profileId}/${boris.profileId}`;
  expect((await boris.send('GET', between)).body).toMatchObject([{ profilePicIds: [open] }]);
});

test('the number of members one can share with is limited', async () => {
  const small = await openTestApp({ limits: { maxGrants: 1 } });
  const [anton, boris, carl] = [await small.member(), await small.member(), await small.member()];
  expect((await share(anton, boris)).status).toBe(200);
  expect((await share(anton, carl)).body).toMatchObject({ statusCode: 400 });
  expect((await share(anton, boris, hourMs)).status).toBe(200);
  await small.close();
});
