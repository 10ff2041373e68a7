// Hidden items after a successful appeal, including those changed in the meantime.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { reports } from '#shared/contract/reports.ts';
import { session } from '#shared/contract/session.ts';
import { showPictures, uploadPicture, write } from '#server/testing/members/actions.ts';
import { accuse, allVote, casesOf, crowd, juryOf, quickJuries } from '#server/testing/members/juries.ts';
import { change } from '#server/testing/members/settings.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
let anton: Member;
let boris: Member;
let ada: Member;
let neighbours: Member[];
beforeEach(async () => {
  app = await openTestApp({ limits: quickJuries });
  anton = await app.member({ name: 'Anton', description: 'Come and get it' });
  boris = await app.member({ name: 'Boris' });
  ada = await app.member({ name: 'Ada', roles: ['ADMIN'] });
  neighbours = await crowd(app, 5);
});
afterEach(() => app.close());

const profileOf = (viewer: Member, { profileId }: Member) =>
  viewer.call(profiles.getProfile, { params: { id: profileId }, query: { admin: false } });
const textsBetween = async (viewer: Member, other: Member) =>
  (await viewer.call(messages.getBetween, { params: { a: viewer.profileId, b: other.profileId }, query: {} })).map(
    ({ bodyText }) => bodyText,
  );
const rewrite = (member: Member, description: string) =>
  member.call(profiles.putProfile, { body: { id: member.profileId, description } });

/** The jury hides the reported item. Returns the case id. */
async function hidden(): Promise<string> {
  await allVote(await juryOf(neighbours), 'hide');
  await expect.poll(async () => (await casesOf(anton)).decisions).toHaveLength(1);
  return (await casesOf(anton)).decisions[0]?.caseId ?? '';
}
async function appealAndWin(caseId: string): Promise<void> {
  await anton.call(reports.postAppeal, { params: { id: caseId }, body: { words: 'I was quoting.' } });
  await ada.call(reports.putAdminCase, { params: { id: caseId }, body: { outcome: 'none' } });
}

test('a hidden profile text is restored', async () => {
  await accuse(boris, 'profile', anton.profileId);
  const caseId = await hidden();
  await expect.poll(async () => (await profileOf(boris, anton)).description).toBe('');
  await appealAndWin(caseId);
  await expect.poll(async () => (await profileOf(boris, anton)).description).toBe('Come and get it');
});

test('a profile text written in the meantime is not replaced by the hidden one', async () => {
  await accuse(boris, 'profile', anton.profileId);
  const caseId = await hidden();
  await expect.poll(async () => (await profileOf(boris, anton)).description).toBe('');
  await rewrite(anton, 'I like tea');
  await appealAndWin(caseId);
  expect((await casesOf(anton)).decisions).toMatchObject([{ outcome: 'none' }]);
  expect((await profileOf(boris, anton)).description).toBe('I like tea');
});

test('a hidden private picture is restored among the private ones, at its position', async () => {
  const [first, reported, last] = [await uploadPicture(anton), await uploadPicture(anton), await uploadPicture(anton)];
  await showPictures(anton, { profilePicIdsPrivate: [first, reported, last] });
  await boris.call(session.putSession, { body: { showNsfw: true } });
  await change(anton, { privatePictures: 'everyone' });
  expect((await accuse(boris, 'picture', reported)).status).toBe(200);
  const caseId = await hidden();
  const privateOf = async () => (await profileOf(anton, anton)).profilePicIdsPrivate;
  await expect.poll(privateOf).toEqual([first, last]);
  await appealAndWin(caseId);
  await expect.poll(privateOf).toEqual([first, reported, last]);
  expect((await profileOf(anton, anton)).profilePicIds).toEqual([]);
});

test('a hidden message that its sender took back in the meantime is not restored', async () => {
  await write(boris, anton, 'Stop it');
  const { id } = await write(anton, boris, 'You said it yourself');
  await accuse(boris, 'message', id);
  const caseId = await hidden();
  await expect.poll(() => textsBetween(boris, anton)).toEqual(['Stop it']);
  await anton.ask(messages.deleteMessage, { params: { id }, query: { forBoth: true } });
  await appealAndWin(caseId);
  expect((await casesOf(anton)).decisions).toMatchObject([{ outcome: 'none' }]);
  expect(await textsBetween(boris, anton)).toEqual(['Stop it']);
});

test('a message that its recipient deleted is not restored for them', async () => {
  const { id } = await write(anton, boris, 'You said it yourself');
  await accuse(boris, 'message', id);
  await boris.ask(messages.deleteMessage, { params: { id }, query: { forBoth: false } });
  await appealAndWin(await hidden());
  expect(await textsBetween(boris, anton)).toEqual([]);
});
