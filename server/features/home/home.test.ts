// Tests what waits for a member, over HTTP.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { welcome } from '#shared/contract/community.ts';
import { games } from '#shared/contract/games.ts';
import { home } from '#shared/contract/home.ts';
import { agree, like, reportPosition, showPictures, uploadPicture, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { accuse, crowd, juryOf, quickJuries, vote } from '#server/testing/members/juries.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: quickJuries });
});
afterAll(() => app.close());

const waiting = (member: Member) => member.call(home.getWaiting);
const nothing = { cases: 0, crops: 0, hellos: 0 };

test('a case waits for its jurors until each has voted', async () => {
  const [boris, anton] = [await app.member(), await app.member()];
  const neighbours = await crowd(app, 8);
  const { id } = await write(anton, boris, 'You ugly thing');
  await accuse(boris, 'message', id);
  const [seat, other] = await juryOf(neighbours);
  if (seat === undefined || other === undefined) throw new Error('There is no jury');
  expect(await waiting(seat.juror)).toEqual({ ...nothing, cases: 1 });
  await vote(seat, 'none');
  expect(await waiting(seat.juror)).toEqual(nothing);
  expect(await waiting(other.juror)).toEqual({ ...nothing, cases: 1 });
  expect(await waiting(boris)).toEqual(nothing);
});

test('proposed crops wait for their owner, except those of members who block them', async () => {
  const [owner, player] = [await app.member(), await app.member()];
  const profilePicId = await uploadPicture(owner);
  await showPictures(owner, { profilePicIds: [profilePicId] });
  await agree(owner, { crop: true });
  await player.call(games.postCropProposal, { body: { profilePicId, left: 700, top: 0, width: 1_600, height: 2_000 } });
  expect(await waiting(owner)).toEqual({ ...nothing, crops: 1 });
  expect(await waiting(player)).toEqual(nothing);
  await like(owner, player, { blocked: true });
  expect(await waiting(owner)).toEqual({ ...nothing, crops: 1 });
  await like(owner, player, { blocked: false });
  await like(player, owner, { blocked: true });
  expect(await waiting(owner)).toEqual(nothing);
});

test('a greeting waits from its message to the answer, and disappears with its conversation', async () => {
  const placed = async (choice: { isGreeter?: boolean; isGreeted?: boolean }): Promise<Member> => {
    const member = await app.member();
    await reportPosition(member, app.world.clock.now(), { lat: 33.45, lon: -112.07 });
    await member.call(welcome.putWelcome, { body: choice });
    return member;
  };
  const newcomer = await placed({ isGreeted: true });
  const [anton, boris] = [await placed({ isGreeter: true }), await placed({ isGreeter: true })];
  for (const greeter of [anton, boris]) await greeter.call(welcome.postHello, { body: { profileId: newcomer.profileId } });
  expect(await waiting(newcomer)).toEqual(nothing);
  for (const greeter of [anton, boris]) await write(greeter, newcomer, 'Welcome');
  expect(await waiting(newcomer)).toEqual({ ...nothing, hellos: 2 });
  expect(await waiting(anton)).toEqual(nothing);
  await write(newcomer, anton, 'Thank you');
  await vi.waitFor(async () => expect(await waiting(newcomer)).toEqual({ ...nothing, hellos: 1 }));
  for (const [blocker, blocked] of [
    [newcomer, boris],
    [boris, newcomer],
  ] as const) {
    await like(blocker, blocked, { blocked: true });
    expect(await waiting(newcomer)).toEqual(nothing);
    await like(blocker, blocked, { blocked: false });
    expect(await waiting(newcomer)).toEqual({ ...nothing, hellos: 1 });
  }
});
