// The Welcome Committee over HTTP: newcomers, hellos and vouches.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cooties, welcome } from '#shared/contract/community.ts';
import { settings } from '#shared/contract/settings.ts';
import { dayOf, welcomeRules } from '#shared/rules/community.ts';
import type { Place } from '#shared/rules/distance.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { like, reportPosition, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { localBus } from '#server/outside/bus.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { testClock } from '#server/testing/app/test-world.ts';
import { openAnsweredHellos } from './answered-hellos.service.ts';

const yearMs = 365 * dayMs;
const noon = Date.UTC(2026, 10, 21, 12);
const home = { lat: 33.45, lon: -112.07 };

let app: TestApp;
let clock: ReturnType<typeof testClock>;
let anton: Member;
beforeEach(async () => {
  clock = testClock(noon);
  app = await openTestApp({ parts: { clock }, limits: { communitySweepMs: 10, sessionIdleMs: yearMs, maxSessionMs: yearMs } });
  anton = await placed('Anton');
  await choose(anton, { isGreeter: true });
});
afterEach(() => app.close());

async function placed(name: string, { lat, lon }: Place = home): Promise<Member> {
  const member = await app.member({ name });
  await report(member, { lat, lon });
  return member;
}
async function newcomer(name: string, place: Place = home): Promise<Member> {
  const member = await placed(name, place);
  await choose(member, { isGreeted: true });
  return member;
}
const report = (member: Member, { lat, lon }: Place, hide = false) =>
  reportPosition(member, clock.now(), { lat, lon, hide, forMs: 20 * hourMs });
const choose = (member: Member, body: { isGreeter?: boolean; isGreeted?: boolean; showsVouches?: boolean }) =>
  member.call(welcome.putWelcome, { body });
const own = (member: Member) => member.call(welcome.getWelcome);
const shownTo = (member: Member) => member.call(welcome.getNewcomers);
const namesFor = async (member: Member) => (await shownTo(member)).map(({ profileName }) => profileName);
const greet = async (from: Member, to: Member) =>
  (await from.ask(welcome.postHello, { body: { profileId: to.profileId } })).status;
const hellosOf = (member: Member) => member.call(welcome.getHellos);
const vouch = async (from: Member, to: Member, isVouchedFor = true) =>
  (await from.ask(welcome.putVouch, { body: { profileId: to.profileId, isVouchedFor } })).status;
const countOf = async (viewer: Member, { profileId }: Member) =>
  (await viewer.call(welcome.getVouches, { params: { id: profileId } })).count;
async function welcomed(greeter: Member, to: Member): Promise<void> {
  await greet(greeter, to);
  await write(greeter, to, 'Welcome');
  await write(to, greeter, 'Thank you');
  await vi.waitFor(async () => expect((await hellosOf(greeter))[0]?.isAnswered).toBe(true));
}

test('members greet, are greeted and show vouches only after they choose to', async () => {
  const boris = await placed('Boris');
  expect(await own(boris)).toEqual({
    isGreeter: false,
    isGreeted: false,
    showsVouches: false,
    isNewcomer: true,
    points: 0,
    vouches: null,
  });
  expect(await namesFor(anton)).toEqual([]);
  await choose(boris, { isGreeted: true });
  expect(await namesFor(anton)).toEqual(['Boris']);
  expect(await namesFor(await placed('Carl'))).toEqual([]);
  expect(await choose(boris, { isGreeted: false, showsVouches: true })).toMatchObject({ isGreeted: false, showsVouches: true });
  expect(await namesFor(anton)).toEqual([]);
});

test('newcomers are listed nearest first by their published points, up to 100 km', async () => {
  await newcomer('Far', { ...home, lat: home.lat + 0.4 });
  await newcomer('Near', { ...home, lat: home.lat + 0.1 });
  await newcomer('Too far', { ...home, lat: home.lat + 1.2 });
  expect(await namesFor(anton)).toEqual(['Near', 'Far']);
  for (const { profileId, lat, lon } of await shownTo(anton)) expect(app.world.nearby.get(profileId)).toMatchObject({ lat, lon });
});

test('a member is a newcomer for a week after joining', async () => {
  const boris = await newcomer('Boris');
  clock.pass(7 * dayMs);
  for (const member of [anton, boris]) await report(member, home);
  expect(await namesFor(anton)).toEqual(['Boris']);
  clock.pass(1);
  expect(await namesFor(anton)).toEqual([]);
  expect(await own(boris)).toMatchObject({ isNewcomer: false });
});

test('a newcomer who hides, has no position, blocks, is blocked or has exchanged messages cannot be greeted', async () => {
  const hiding = await newcomer('Hiding');
  const hidden = await newcomer('Hidden');
  const nowhere = await app.member({ name: 'Nowhere' });
  await choose(nowhere, { isGreeted: true });
  const [blocking, blocked, known] = [await newcomer('Blocking'), await newcomer('Blocked'), await newcomer('Known')];
  await report(hiding, home, true);
  await hidden.call(settings.putSettings, { body: { hide: true } });
  await like(blocking, anton, { blocked: true });
  await like(anton, blocked, { blocked: true });
  await write(known, anton, 'hello');
  await expect.poll(() => namesFor(anton)).toEqual([]);
  for (const one of [hiding, hidden, nowhere, blocking, blocked, known, anton]) expect(await greet(anton, one)).toBe(404);
});

test('a greeter without a position sees no newcomers', async () => {
  const carl = await app.member();
  await choose(carl, { isGreeter: true });
  expect((await carl.ask(welcome.getNewcomers)).status).toBe(409);
});

test('only greeters can greet, each newcomer once', async () => {
  const [boris, carl] = [await newcomer('Boris'), await placed('Carl')];
  expect(await greet(carl, boris)).toBe(404);
  expect([await greet(anton, boris), await greet(anton, boris)]).toEqual([200, 200]);
  expect(await namesFor(anton)).toEqual([]);
  expect(await hellosOf(anton)).toMatchObject([
    { profile: { profileName: 'Boris' }, day: dayOf(noon), isAnswered: false, isVouchedFor: false },
  ]);
});

test('an answered hello scores once and ends the greeter’s glitter', async () => {
  const boris = await newcomer('Boris');
  await anton.call(cooties.putCooties, { body: { isPlaying: true } });
  await greet(anton, boris);
  await write(boris, anton, 'hello, anybody?');
  await write(anton, boris, 'Welcome');
  expect(await own(anton)).toMatchObject({ points: 0 });
  await write(boris, anton, 'Thank you');
  await expect.poll(() => own(anton)).toMatchObject({ points: 3 });
  expect(await anton.call(cooties.getCooties)).toMatchObject({ current: null, trail: [{ dayGone: dayOf(noon) }] });
  await write(anton, boris, 'How is it?');
  await write(boris, anton, 'Good');
  await welcomed(anton, await newcomer('Carl'));
  await expect.poll(() => own(anton)).toMatchObject({ points: 6 });
});

/** A member who has greeted another one, in an application without sweeps of its own. Close it. */
async function greetedElsewhere() {
  const quiet = await openTestApp({ parts: { clock } });
  const [greeter, boris] = [await quiet.member(), await quiet.member()];
  for (const one of [greeter, boris]) await report(one, home);
  await choose(greeter, { isGreeter: true });
  await choose(boris, { isGreeted: true });
  await greet(greeter, boris);
  return { quiet, greeter, boris };
}

test('closing waits until an answer is scored', async () => {
  const bus = localBus(() => undefined);
  const { quiet, greeter, boris } = await greetedElsewhere();
  await write(greeter, boris, 'Welcome');
  const scored: string[] = [];
  const games = { score: async (_: unknown, profileId: string) => scored.push(profileId) as never };
  const hellos = await openAnsweredHellos({ ...quiet.world, bus }, { games, cooties: { endGlitter: async () => undefined } });
  // Only the second bus delivers the answer.
  quiet.world.bus.publish = () => undefined;
  const message = await write(boris, greeter, 'Thank you');
  bus.publish({ type: 'deliver', profileId: greeter.profileId, event: { type: 'message', message } });
  await hellos.close();
  expect(scored).toEqual([greeter.profileId]);
  await quiet.close();
});

test('a hello without an answer is looked up for two weeks, and forgotten by the next sweep', async () => {
  const bus = localBus(() => undefined);
  const { quiet, greeter, boris } = await greetedElsewhere();
  const scoring = { games: { score: async () => 0 as never }, cooties: { endGlitter: async () => undefined } };
  const hellos = await openAnsweredHellos({ ...quiet.world, bus }, scoring);
  async function isLookedUp(): Promise<boolean> {
    const find = vi.spyOn(quiet.world.db.read, 'selectFrom');
    bus.publish({ type: 'messagesChanged', profileId: greeter.profileId, peerId: boris.profileId });
    await hellos.close();
    const tables = find.mock.calls.map(([table]) => table);
    find.mockRestore();
    return tables.includes('welcome_hellos');
  }
  await hellos.sweep();
  expect(await isLookedUp()).toBe(true);
  clock.pass(14 * dayMs);
  await hellos.sweep();
  expect(await isLookedUp()).toBe(false);
  await quiet.close();
});

test('a missed answer scores at the next sweep, but not after two weeks', async () => {
  const [boris, carl] = [await newcomer('Boris'), await newcomer('Carl')];
  for (const one of [boris, carl]) {
    await greet(anton, one);
    await write(anton, one, 'Welcome');
  }
  // Another process has delivered the answer.
  const { publish } = app.world.bus;
  app.world.bus.publish = () => undefined;
  await write(boris, anton, 'Thank you');
  await expect.poll(() => own(anton)).toMatchObject({ points: 3 });
  app.world.bus.publish = publish;
  clock.pass(14 * dayMs);
  await write(carl, anton, 'Thank you, late');
  await report(anton, home);
  await welcomed(anton, await newcomer('Dora'));
  const answered = (await hellosOf(anton)).flatMap(({ profile, isAnswered }) => (isAnswered ? [profile.profileName] : []));
  expect(answered).toEqual(['Dora', 'Boris']);
});

test('a greeter can send five hellos a day', async () => {
  const small = await openTestApp({ parts: { clock }, rates: { hellos: { max: 5, perMs: dayMs } } });
  const members: Member[] = [];
  for (let number = 0; number < 7; number++) members.push(await small.member());
  for (const member of members) {
    await report(member, home);
    await choose(member, { isGreeted: true });
  }
  const [greeter = anton, ...others] = members;
  await choose(greeter, { isGreeter: true });
  const statuses = [];
  for (const other of others) statuses.push(await greet(greeter, other));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  await small.close();
});

test('a newcomer is greeted by at most ten members', async () => {
  const boris = await newcomer('Boris');
  for (let number = 0; number < 11; number++) {
    const greeter = await placed(`Greeter ${number}`);
    await choose(greeter, { isGreeter: true });
    expect(await greet(greeter, boris)).toBe(number < 10 ? 200 : 404);
  }
});

test('an older hello fills the place of a hello to a member who blocks the greeter, as if that member were deleted', async () => {
  const greeted: Member[] = [];
  for (let number = 0; number <= welcomeRules.hellosListed; number += 1) {
    const member = await app.member({ name: `Newcomer ${number}` });
    greeted.push(member);
    const row = { greeter_id: anton.profileId, newcomer_id: member.profileId, created_ms: clock.now() + number };
    await app.world.db.write((tx) =>
      tx
        .insertInto('welcome_hellos')
        .values({ ...row, answered_ms: null, vouched_ms: null })
        .execute(),
    );
  }
  const listed = async () => (await hellosOf(anton)).map(({ profile }) => profile.profileName);
  expect(await listed()).not.toContain('Newcomer 0');
  await like(greeted[5] ?? anton, anton, { blocked: true });
  expect(await listed()).toContain('Newcomer 0');
  expect(await listed()).not.toContain('Newcomer 5');
});

test('only a greeter whose hello was answered can vouch, and can take it back', async () => {
  const boris = await newcomer('Boris');
  expect(await vouch(anton, boris)).toBe(404);
  await greet(anton, boris);
  expect(await vouch(anton, boris)).toBe(404);
  await welcomed(anton, boris);
  expect(await vouch(anton, boris)).toBe(200);
  expect(await hellosOf(anton)).toMatchObject([{ isVouchedFor: true }]);
  expect(await vouch(anton, boris, false)).toBe(200);
  expect(await hellosOf(anton)).toMatchObject([{ isVouchedFor: false }]);
  expect(await vouch(boris, anton)).toBe(404);
});

test('three or more vouches are shown if the newcomer agrees, without those of members who block the viewer', async () => {
  const [boris, viewer] = [await newcomer('Boris'), await app.member()];
  const [carl, dora] = [await placed('Carl'), await placed('Dora')];
  await choose(boris, { showsVouches: true });
  for (const greeter of [anton, carl, dora]) {
    expect([await countOf(viewer, boris), (await own(boris)).vouches]).toEqual([null, null]);
    await choose(greeter, { isGreeter: true });
    await welcomed(greeter, boris);
    await vouch(greeter, boris);
  }
  expect([await countOf(viewer, boris), (await own(boris)).vouches]).toEqual([3, 3]);
  await choose(boris, { showsVouches: false });
  expect([await countOf(viewer, boris), (await own(boris)).vouches]).toEqual([null, 3]);
  await choose(boris, { showsVouches: true });
  // Otherwise the viewer or the member could find out who vouches.
  for (const member of [viewer, boris])
    for (const blocked of [true, false]) {
      await like(member, carl, { blocked });
      expect([await countOf(viewer, boris), (await own(boris)).vouches]).toEqual([3, 3]);
    }
  await like(dora, viewer, { blocked: true });
  expect(await countOf(viewer, boris)).toBe(null);
  expect(await countOf(anton, boris)).toBe(3);
  await like(boris, anton, { blocked: true });
  expect(await countOf(anton, boris)).toBe(null);
  expect(await hellosOf(anton)).toEqual([]);
  expect(await vouch(anton, boris, false)).toBe(404);
});
