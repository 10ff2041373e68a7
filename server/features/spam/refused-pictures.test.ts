// Uploads that look like a picture taken down by a jury, with the real decoder.
import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { profiles } from '#shared/contract/profiles.ts';
import { reports } from '#shared/contract/reports.ts';
import { pictureScaling } from '#server/outside/picture-scaling.ts';
import { portrait } from '#server/outside/portraits.ts';
import { showPictures } from '#server/testing/members/actions.ts';
import { accuse, allVote, casesOf, crowd, juryOf, quickJuries } from '#server/testing/members/juries.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { openRefusedPictures } from './refused-pictures.service.ts';

const realScaling = pictureScaling();
let app: TestApp;
let original: Buffer;
let anton: Member;
let neighbours: Member[];
beforeAll(async () => {
  app = await openTestApp({ limits: quickJuries, parts: { pictureScaling: realScaling } });
  original = await portrait(3, 600);
  anton = await app.member({ name: 'Anton' });
  neighbours = await crowd(app, 8);
});
afterAll(async () => {
  await app.close();
  realScaling.close();
});

async function upload(from: Member, bytes: Buffer) {
  const picfile = { bytes, name: 'a.jpg', type: 'image/jpeg' };
  const { status, body } = await from.form('/api/profile-pic', {
    authorProfileId: from.profileId,
    picfilename: 'a.jpg',
    picfile,
  });
  return { status, code: Reflect.get(Object(body), 'code'), id: String(Reflect.get(Object(body), 'id')) };
}

/** Copies in another quality, another size and format, and a crop. */
const disguisedCopies = () =>
  Promise.all([
    sharp(original).jpeg({ quality: 50 }).toBuffer(),
    sharp(original).resize({ width: 320 }).webp().toBuffer(),
    sharp(original).extract({ left: 18, top: 22, width: 564, height: 706 }).jpeg().toBuffer(),
  ]);

test('a picture taken down is refused from every member, in every size and format, and other pictures are accepted', async () => {
  const { id } = await upload(anton, original);
  await showPictures(anton, { profilePicIds: [id] });
  const boris = await app.member({ name: 'Boris' });
  const [similar = original] = await disguisedCopies();
  expect((await upload(boris, similar)).status).toBe(200);

  await accuse(boris, 'picture', id, { reason: 'false-identity' });
  await allVote(await juryOf(neighbours), 'hide');
  await expect
    .poll(async () => (await app.world.db.read.selectFrom('refused_looks').selectAll().execute()).length, { timeout: 20_000 })
    .toBeGreaterThan(10);
  for (const uploader of [anton, boris])
    for (const bytes of [original, ...(await disguisedCopies())])
      expect(await upload(uploader, bytes)).toMatchObject({ status: 400, code: 'refused-picture' });
  expect((await upload(boris, await portrait(4, 600))).status).toBe(200);

  // The rows name neither the picture nor its owner, and another process loads them when it starts.
  const rows = JSON.stringify(await app.world.db.read.selectFrom('refused_looks').selectAll().execute());
  expect(rows).not.toContain(id);
  const { fingerprint } = await realScaling.make(similar);
  expect((await openRefusedPictures(app.world)).isRefused(fingerprint)).toBe(true);
});

test('the picture is accepted again once an appeal is granted', async () => {
  const ada = await app.member({ roles: ['ADMIN'] });
  const [decision] = (await casesOf(anton)).decisions;
  const params = { id: decision?.caseId ?? '' };
  await anton.call(reports.postAppeal, { params, body: { words: 'That is me, ten years ago.' } });
  await ada.call(reports.putAdminCase, { params, body: { outcome: 'none' } });
  await expect.poll(async () => (await upload(anton, original)).status, { interval: 200, timeout: 20_000 }).toBe(200);
  expect(await app.world.db.read.selectFrom('refused_looks').selectAll().execute()).toEqual([]);
});

test('a picture whose file is damaged is removed from the lists, although its copies cannot be recognised', async () => {
  const damaged = await openTestApp({ limits: quickJuries, parts: { pictureScaling: realScaling } });
  const [carl, dora] = [await damaged.member({ name: 'Carl' }), await damaged.member({ name: 'Dora' })];
  const jurors = await crowd(damaged, 8);
  const { id } = await upload(carl, original);
  await showPictures(carl, { profilePicIds: [id] });
  await damaged.world.pictureFiles.put(id, 'original', Buffer.from('damaged'));
  await accuse(dora, 'picture', id, { reason: 'false-identity' });
  await allVote(await juryOf(jurors), 'hide');
  const own = { params: { id: carl.profileId }, query: { admin: false } };
  const shownIds = async () => (await carl.call(profiles.getProfile, own)).profilePicIds;
  await expect.poll(shownIds, { interval: 200, timeout: 20_000 }).toEqual([]);
  await damaged.close();
});
