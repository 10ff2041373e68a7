// Tests uploads and deletions that are repeated after a lost answer or an interruption.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { pictures } from '#shared/contract/pictures.ts';
import { profiles, type Profile } from '#shared/contract/profiles.ts';
import type { Member } from '#server/testing/app/members.ts';
import { DatabaseFailure } from '#server/db/errors.ts';
import { fakePictureScaling } from '#server/outside/picture-scaling.ts';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import { write } from '#server/testing/members/actions.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
let bytes: Buffer;
beforeAll(async () => {
  // Without AVIF files, only the tested calls write.
  const pictureScaling = { ...fakePictureScaling(), makeAvif: () => new Promise<never>(() => undefined) };
  app = await openTestApp({ parts: { pictureScaling } });
  bytes = await plainPicture('png', 60, 75);
});
afterAll(() => app.close());

const upload = (from: Member, key: string, replaced?: string) =>
  from.form(
    `/api/profile-pic${replaced === undefined ? '' : `?replace_id=${replaced}`}`,
    { authorProfileId: from.profileId, picfile: { bytes, name: 'a.png', type: 'image/png' } },
    { 'idempotency-key': key },
  );
const uploaded = async (from: Member, key: string = crypto.randomUUID(), replaced?: string): Promise<string> => {
  const { status, body } = await upload(from, key, replaced);
  expect(status).toBe(200);
  return Reflect.get(Object(body), 'id');
};
const own = (member: Member): Promise<Profile> =>
  member.call(profiles.getProfile, { params: { id: member.profileId }, query: { admin: false } });
async function setPictures(member: Member, profilePicIds: readonly string[]): Promise<void> {
  const { id, profilename, profilePicIdsPrivate, height, weight, description, characteristics } = await own(member);
  const body = { id, profilename, profilePicIds, profilePicIdsPrivate, height, weight, description, characteristics };
  await member.call(profiles.putProfile, { body: { ...body, profilePicIds: [...profilePicIds] } });
}

test('uploads with the same key of a member store one picture, even if they are simultaneous', async () => {
  const anton = await app.member();
  const key = crypto.randomUUID();
  const ids = [await uploaded(anton, key), await uploaded(anton, key.toUpperCase())];
  ids.push(...(await Promise.all(Array.from({ length: 5 }, () => uploaded(anton, key)))));
  expect(new Set(ids).size).toBe(1);
  const simultaneous = crypto.randomUUID();
  const others = await Promise.all(Array.from({ length: 5 }, () => uploaded(anton, simultaneous)));
  expect(new Set(others).size).toBe(1);
  expect(others[0]).not.toBe(ids[0]);
  const rows = await app.world.db.read.selectFrom('pictures').select('id').where('profile_id', '=', anton.profileId).execute();
  expect(rows).toHaveLength(2);
  for (const { id } of rows) expect((await anton.send('GET', `/api/profile-pic/${id}`)).status).toBe(200);
});

test('the same key of another member stores another picture', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const key = crypto.randomUUID();
  const [ofAnton, ofBoris] = [await uploaded(anton, key), await uploaded(boris, key)];
  expect(ofAnton).not.toBe(ofBoris);
  expect([ofAnton, ofBoris]).not.toContain(key);
});

test('a repeated replacement replaces the picture once', async () => {
  const anton = await app.member();
  const [first, old] = [await uploaded(anton), await uploaded(anton)];
  await setPictures(anton, [first, old]);
  const key = crypto.randomUUID();
  const fresh = await uploaded(anton, key, old);
  expect(await uploaded(anton, key, old)).toBe(fresh);
  expect((await own(anton)).profilePicIds).toEqual([first, fresh]);
});

test('a repeated upload needs no further space', async () => {
  const narrow = await openTestApp({ limits: { picturesPerProfile: 1 } });
  const anton = await narrow.member();
  const key = crypto.randomUUID();
  expect(await uploaded(anton, key)).toBe(await uploaded(anton, key));
  expect((await upload(anton, crypto.randomUUID())).body).toMatchObject({ code: 'too-many-pictures' });
  await narrow.close();
});

test('a refused upload is checked again when it is repeated', async () => {
  const narrow = await openTestApp({ limits: { picturesPerProfile: 1 } });
  const anton = await narrow.member();
  const kept = await uploaded(anton);
  const key = crypto.randomUUID();
  expect((await upload(anton, key)).status).toBe(400);
  await anton.call(pictures.deletePicture, { params: { id: kept } });
  expect((await upload(anton, key)).status).toBe(200);
  await narrow.close();
});

test('an upload that was stored although its commit was not confirmed has its files when it is repeated', async () => {
  const anton = await app.member();
  const { db } = app.world;
  const write = db.write.bind(db);
  const [key, writing] = [crypto.randomUUID(), vi.spyOn(db, 'write')];
  writing.mockImplementationOnce(async (work) => {
    await write(work);
    throw new DatabaseFailure('database-unavailable', 'Connection terminated');
  });
  const { status } = await upload(anton, key);
  writing.mockRestore();
  expect(status).toBe(503);
  const id = await uploaded(anton, key);
  expect((await anton.send('GET', `/api/profile-pic/${id}`)).status).toBe(200);
});

/** Fails at its write of this number, as if the process ended there. */
async function interrupted(number: number, call: () => Promise<{ readonly status: number }>): Promise<void> {
  const { db } = app.world;
  const [stored, writing] = [db.write.bind(db), vi.spyOn(db, 'write')];
  for (let before = 1; before < number; before += 1) writing.mockImplementationOnce(stored);
  writing.mockRejectedValueOnce(new DatabaseFailure('database-unavailable', 'Connection terminated'));
  const { status } = await call();
  writing.mockRestore();
  expect(status).toBe(503);
}

/** A listed picture that is also in a message. */
async function sentPicture() {
  const [anton, boris] = [await app.member(), await app.member()];
  const id = await uploaded(anton);
  await setPictures(anton, [id]);
  const message = await write(anton, boris, 'look', [id]);
  const sentIds = async () => (await boris.call(messages.getMessage, { params: { id: message.id } })).profilePicIds;
  return { anton, id, sentIds };
}

test('a repeated replacement removes the old picture from messages, although the first one was interrupted', async () => {
  const { anton, id, sentIds } = await sentPicture();
  const key = crypto.randomUUID();
  await interrupted(2, () => upload(anton, key, id));
  await uploaded(anton, key, id);
  expect([(await own(anton)).profilePicIds.includes(id), await sentIds()]).toEqual([false, []]);
});

test.each([1, 2])(
  'a repeated deletion removes the picture from messages, although the first one ended at write %i',
  async (at) => {
    const { anton, id, sentIds } = await sentPicture();
    const remove = () => anton.ask(pictures.deletePicture, { params: { id } });
    await interrupted(at, remove);
    expect((await remove()).status).toBe(204);
    expect([(await own(anton)).profilePicIds, await sentIds()]).toEqual([[], []]);
  },
);

test('a key that is not a UUID is refused', async () => {
  const anton = await app.member();
  expect((await upload(anton, 'picture 1')).body).toMatchObject({ statusCode: 400, code: 'bad-request' });
});
