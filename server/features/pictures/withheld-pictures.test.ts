// Tests who sees a picture from the decision that withholds it until the decision is lifted.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { session } from '#shared/contract/session.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { createWithheldStore } from '#server/features/reports/withheld.store.ts';
import { showPictures, uploadPicture, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { change } from '#server/testing/members/settings.ts';
import { createPicturesSweep } from './pictures.sweep.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const withhold = (owner: Member, item_id: string) =>
  app.world.db.write((tx) =>
    createWithheldStore(tx).withhold({ kind: 'picture', item_id, case_id: `case of ${item_id}`, owner_id: owner.profileId }),
  );
const lift = (id: string) => app.world.db.write((tx) => createWithheldStore(tx).lift(`case of ${id}`));
const look = async (viewer: Member, path: string) => (await viewer.send('GET', `/api/profile-pic/${path}`)).status;

async function pair() {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  return { anton, boris, id: await uploadPicture(anton) };
}

test('a withheld public picture is visible only to its owner until the decision is lifted', async () => {
  const { anton, boris, id } = await pair();
  await showPictures(anton, { profilePicIds: [id] });
  expect(await look(boris, id)).toBe(200);
  await withhold(anton, id);
  expect([await look(anton, id), await look(boris, id)]).toEqual([200, 404]);
  await lift(id);
  expect(await look(boris, id)).toBe(200);
});

test('a withheld private picture is visible only to its owner until the decision is lifted', async () => {
  const { anton, boris, id } = await pair();
  await showPictures(anton, { profilePicIdsPrivate: [id] });
  await change(anton, { privatePictures: 'everyone' });
  await boris.call(session.putSession, { body: { showNsfw: true } });
  expect(await look(boris, `nsfw/${id}`)).toBe(200);
  await withhold(anton, id);
  expect([await look(anton, `nsfw/${id}`), await look(boris, `nsfw/${id}`)]).toEqual([200, 404]);
  await lift(id);
  expect(await look(boris, `nsfw/${id}`)).toBe(200);
});

test('a withheld picture in a message is visible only to its sender', async () => {
  const { anton, boris, id } = await pair();
  await write(anton, boris, 'look', [id]);
  expect(await look(boris, id)).toBe(200);
  await withhold(anton, id);
  expect([await look(anton, id), await look(boris, id)]).toEqual([200, 404]);
});

test('a sweep between the end of a decision and the return of the picture to its list keeps the picture', async () => {
  const { anton, id } = await pair();
  await withhold(anton, id);
  await lift(id);
  app.clock.pass(dayMs + 1);
  const sweepFor = createPicturesSweep(app.world, {
    isSent: async () => false,
    deleteFiles: app.world.pictureFiles.remove,
    deleteStray: async () => undefined,
  });
  const exists = async () =>
    (await app.world.db.read.selectFrom('pictures').select('id').where('id', '=', id).execute()).length === 1;
  await sweepFor();
  expect(await exists()).toBe(true);
  await app.world.db.write((tx) => tx.deleteFrom('hidden_items').where('item_id', '=', id).execute());
  await sweepFor();
  expect(await exists()).toBe(false);
});
