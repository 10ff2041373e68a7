// Tests pictures over HTTP: how they are uploaded, shown, replaced, removed and swept.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { pictures } from '#shared/contract/pictures.ts';
import { session } from '#shared/contract/session.ts';
import { profiles, type Profile } from '#shared/contract/profiles.ts';
import { offlineCopyHeader } from '#shared/rules/offline-copy.ts';
import type { PictureFiles } from '#server/outside/picture-files.ts';
import { PictureRefused, type PictureRefusal } from '#server/outside/picture-job.ts';
import { fakePictureScaling, pictureScaling } from '#server/outside/picture-scaling.ts';
import type { Member } from '#server/testing/app/members.ts';
import { write } from '#server/testing/members/actions.ts';
import { pictureWithSecrets, plainPicture, secret } from '#server/testing/fakes/pictures.ts';
import { change } from '#server/testing/members/settings.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { freshPictureFiles } from '#server/testing/app/test-world.ts';

let app: TestApp;
let png: Buffer;
beforeAll(async () => {
  app = await openTestApp();
  png = await plainPicture('png', 60, 75);
});
afterAll(() => app.close());

const upload = (from: Member, { bytes = png, author = from.profileId, replace = '' } = {}) =>
  from.form(`/api/profile-pic${replace === '' ? '' : `?replace_id=${replace}`}`, {
    authorProfileId: author,
    picfilename: '<script>.png',
    picfile: { bytes, name: '../../etc/passwd', type: 'text/html' },
  });
const uploaded = async (from: Member, bytes = png): Promise<string> => {
  const { status, body } = await upload(from, { bytes });
  expect(status).toBe(200);
  return Reflect.get(Object(body), 'id');
};
const own = (member: Member) => member.call(profiles.getProfile, { params: { id: member.profileId }, query: { admin: false } });
async function setPictures(
  member: Member,
  lists: Partial<Pick<Profile, 'profilePicIds' | 'profilePicIdsPrivate'>>,
): Promise<void> {
  const { profilename, height, weight, description, characteristics, ...rest } = await own(member);
  const named = { profilePicIds: rest.profilePicIds, profilePicIdsPrivate: rest.profilePicIdsPrivate, ...lists };
  const body = { id: member.profileId, profilename, height, weight, description, characteristics, ...named };
  await member.call(profiles.putProfile, { body });
}
const fetchPicture = (viewer: Member, id: string, tail = '') => viewer.send('GET', `/api/profile-pic/${id}${tail}`);
const fetchPrivate = (viewer: Member, id: string) => viewer.send('GET', `/api/profile-pic/nsfw/${id}`);
const unknownId = crypto.randomUUID();

test('an upload is visible only to its owner until the profile lists it', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const id = await uploaded(anton);
  expect((await own(anton)).profilePicIds).toEqual([]);
  expect((await fetchPicture(anton, id)).status).toBe(200);
  expect((await fetchPicture(boris, id)).status).toBe(404);
  await setPictures(anton, { profilePicIds: [id] });
  const shown = await fetchPicture(boris, id);
  expect(shown.status).toBe(200);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-store',
    [offlineCopyHeader]: 'allowed',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  });
});

test('a picture’s URL gives no access without a session or to a blocked member', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const id = await uploaded(anton);
  await setPictures(anton, { profilePicIds: [id] });
  expect((await app.visitor().send('GET', `/api/profile-pic/${id}`)).status).toBe(401);
  expect((await app.visitor().send('GET', `/api/profile-pic/${unknownId}`)).status).toBe(401);
  const { etag = '' } = (await fetchPicture(boris, id)).headers;
  await anton.call(likes.putProfileLike, {
    body: { likerProfileId: anton.profileId, likedProfileId: boris.profileId, blocked: true },
  });
  for (const path of [`/api/profile-pic/${id}`, `/api/profile/pic/${id}?orig=1`, `/api/profile-pic/nsfw/${id}`]) {
    const [gone, unknown] = [
      await boris.send('GET', path, undefined, { 'if-none-match': String(etag) }),
      await boris.send('GET', path.replace(id, unknownId)),
    ];
    expect(gone.status).toBe(404);
    expect(gone.bytes).toEqual(unknown.bytes);
    expect(Object.keys(gone.headers)).toEqual(Object.keys(unknown.headers));
  }
});

test('a browser with a cached picture gets 304, and HEAD works', async () => {
  const anton = await app.member();
  const id = await uploaded(anton);
  const { etag = '', 'content-length': length } = (await fetchPicture(anton, id)).headers;
  const again = await anton.send('GET', `/api/profile-pic/${id}`, undefined, { 'if-none-match': String(etag) });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  const head = await anton.send('HEAD', `/api/profile-pic/${id}`);
  expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([200, 0, length]);
});

test('a requested width is rounded up to a stored one', async () => {
  const anton = await app.member();
  const id = await uploaded(anton);
  const widths = {
    '?scale_x=1': '"256"',
    '?scale_x=300': '"512"',
    '?scale_x=9000': '"2048"',
    '?orig=1': '"original"',
    '': '"2048"',
  };
  for (const [query, etag] of Object.entries(widths)) expect((await fetchPicture(anton, id, query)).headers.etag).toBe(etag);
  for (const query of ['?scale_x=-1', '?scale_x=x', '?scale_x=1e3', '?orig=2'])
    expect((await fetchPicture(anton, id, query)).status).toBe(400);
});

test('private pictures shown to everyone are visible to their owner and to members who show NSFW pictures', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const id = await uploaded(anton);
  await setPictures(anton, { profilePicIdsPrivate: [id] });
  await change(anton, { privatePictures: 'everyone' });
  const asBoris = () => boris.call(profiles.getProfile, { params: { id: anton.profileId }, query: { admin: false } });
  expect((await asBoris()).profilePicIdsPrivate).toEqual([]);
  expect((await fetchPrivate(boris, id)).status).toBe(404);
  expect((await fetchPicture(boris, id)).status).toBe(404);
  expect((await fetchPrivate(anton, id)).headers['cache-control']).toBe('private, no-store');

  await app.world.db.write((tx) =>
    tx.updateTable('sessions').set({ show_nsfw: 1 }).where('profile_id', '=', boris.profileId).execute(),
  );
  app.world.bus.publish({ type: 'sessionChanged', accountId: boris.accountId });
  expect((await asBoris()).profilePicIdsPrivate).toEqual([id]);
  expect((await fetchPrivate(boris, id)).headers).toMatchObject({
    'cache-control': 'private, no-store',
    'content-type': 'image/webp',
  });
  expect((await fetchPicture(boris, id)).status).toBe(404);
});

test('pictures of a member without a name are visible only to that member', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const [id, hidden] = [await uploaded(anton), await uploaded(anton)];
  await setPictures(anton, { profilePicIds: [id], profilePicIdsPrivate: [hidden] });
  await change(anton, { privatePictures: 'everyone' });
  await boris.call(session.putSession, { body: { showNsfw: true } });
  const statuses = async (viewer: Member) => [
    (await fetchPicture(viewer, id)).status,
    (await fetchPrivate(viewer, hidden)).status,
    (await fetchPrivate(viewer, id)).status,
  ];
  expect(await statuses(boris)).toEqual([200, 200, 404]);
  await app.world.db.write((tx) =>
    tx.updateTable('profiles').set({ profilename: '' }).where('id', '=', anton.profileId).execute(),
  );
  expect(await statuses(boris)).toEqual([404, 404, 404]);
  expect(await statuses(anton)).toEqual([200, 200, 200]);
});

test('members cannot upload pictures for others, and cannot list, replace or remove theirs', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const id = await uploaded(anton);
  expect((await upload(boris, { author: anton.profileId })).body).toMatchObject({ statusCode: 403, code: 'not-your-profile' });
  await expect(setPictures(boris, { profilePicIds: [id] })).rejects.toThrow('not-your-picture');
  expect((await boris.ask(pictures.deletePicture, { params: { id } })).status).toBe(404);
  const [foreign, unknown] = [await upload(boris, { replace: id }), await upload(boris, { replace: unknownId })];
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  expect((await fetchPicture(anton, id)).status).toBe(200);
});

test('an invalid form is refused', async () => {
  const anton = await app.member();
  const file = { bytes: png, name: 'a.png', type: 'image/png' };
  expect((await anton.form('/api/profile-pic', { picfile: file })).status).toBe(400);
  expect((await anton.form('/api/profile-pic', { authorProfileId: anton.profileId })).status).toBe(400);
  expect((await anton.form('/api/profile-pic', { authorProfileId: anton.profileId, other: file })).status).toBe(400);
  expect((await anton.send('POST', '/api/profile-pic', '{}', { 'content-type': 'application/json' })).status).toBe(415);
});

test('8,192,000 bytes are accepted and one more is not', async () => {
  const anton = await app.member();
  const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);
  expect((await upload(anton, { bytes: padded(8_192_000) })).status).toBe(200);
  expect((await upload(anton, { bytes: padded(8_192_001) })).body).toMatchObject({
    statusCode: 413,
    code: 'picture-too-large',
    message: 'Error: the picture is larger than 8,192,000 bytes.',
  });
});

test('a file that is not a picture is refused by its content', async () => {
  const anton = await app.member();
  for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a....', '%PDF-1.7', ''])
    expect((await upload(anton, { bytes: Buffer.from(text) })).body).toMatchObject({ statusCode: 400, code: 'not-a-picture' });
});

test.each<[PictureRefusal, number, string]>([
  ['too-many-pixels', 400, 'too-many-pixels'],
  ['damaged', 400, 'damaged-picture'],
  ['too-slow', 400, 'picture-too-slow'],
  ['too-busy', 503, 'overloaded'],
])('an upload that is refused as %s is answered with %i %s', async (reason, statusCode, code) => {
  const refuse = () => Promise.reject(new PictureRefused(reason));
  const refusing = { make: refuse, makePart: refuse, makeAvif: refuse, fingerprintsOf: refuse, close: () => undefined };
  const small = await openTestApp({ parts: { pictureScaling: refusing } });
  expect((await upload(await small.member())).body).toMatchObject({ statusCode, code });
  await small.close();
});

test('a replacement takes the old picture’s place in the list', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const ids = [await uploaded(anton), await uploaded(anton), await uploaded(anton)];
  await setPictures(anton, { profilePicIds: ids });
  const [first = '', old = '', last = ''] = ids;
  const { status, body } = await upload(anton, { replace: old });
  const fresh = Reflect.get(Object(body), 'id');
  expect(status).toBe(200);
  expect((await own(anton)).profilePicIds).toEqual([first, fresh, last]);
  expect((await fetchPicture(boris, fresh)).status).toBe(200);
  expect((await fetchPicture(anton, old)).status).toBe(404);
});

test('a failed replacement does not change the old picture', async () => {
  const anton = await app.member();
  const id = await uploaded(anton);
  await setPictures(anton, { profilePicIds: [id] });
  const before = await own(anton);
  expect((await upload(anton, { replace: id, bytes: Buffer.from('no picture') })).status).toBe(400);
  expect(await own(anton)).toEqual(before);
  expect((await fetchPicture(anton, id)).status).toBe(200);
});

test('a removed picture leaves the lists and the disk, and nobody can open it', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const [stays, goes] = [await uploaded(anton), await uploaded(anton)];
  await setPictures(anton, { profilePicIds: [goes], profilePicIdsPrivate: [stays] });
  expect((await anton.ask(pictures.deletePicture, { params: { id: goes } })).status).toBe(204);
  expect(await own(anton)).toMatchObject({ profilePicIds: [], profilePicIdsPrivate: [stays] });
  expect((await fetchPicture(boris, goes)).status).toBe(404);
  // An AVIF that is stored after the removal is removed again, so the disk is checked repeatedly.
  await expect.poll(() => idsIn(app.world.pictureFiles)).not.toContain(goes);
  expect((await anton.ask(pictures.deletePicture, { params: { id: goes } })).status).toBe(404);
});

test('a picture can be listed only once', async () => {
  const anton = await app.member();
  const id = await uploaded(anton);
  await expect(setPictures(anton, { profilePicIds: [id], profilePicIdsPrivate: [id] })).rejects.toThrow('listed only once');
});

test('pictures and bytes are limited, and a replacement does not count as a further picture', async () => {
  const pictureScaling = fakePictureScaling();
  const make = vi.spyOn(pictureScaling, 'make');
  const small = await openTestApp({ limits: { picturesPerProfile: 2 }, parts: { pictureScaling } });
  const anton = await small.member();
  const ids = [await uploaded(anton), await uploaded(anton)];
  expect((await upload(anton)).body).toMatchObject({ statusCode: 400, code: 'too-many-pictures' });
  expect(make, 'without room for it, a picture is not scaled').toHaveBeenCalledTimes(2);
  expect((await upload(anton, { replace: ids[0] ?? '' })).status).toBe(200);
  await small.close();

  const narrow = await openTestApp({ limits: { pictureBytesPerProfile: png.length * 5 } });
  const boris = await narrow.member();
  const only = await uploaded(boris);
  expect((await upload(boris)).body).toMatchObject({ code: 'too-many-pictures' });
  expect((await upload(boris, { replace: only })).status).toBe(200);
  await narrow.close();
});

test('the default limit is 60 pictures', async () => {
  const anton = await app.member();
  for (let count = 0; count < 60; count += 1) await uploaded(anton);
  expect((await upload(anton)).body).toMatchObject({ statusCode: 400, code: 'too-many-pictures' });
});

test('the default limit is 200 MB for all sizes together', async () => {
  // Each of the five sizes has as many bytes as the upload. AVIF files count too, and may be added at any time.
  const pictureScaling = { ...fakePictureScaling(), makeAvif: async () => new Map() };
  const roomy = await openTestApp({ parts: { pictureScaling } });
  const anton = await roomy.member();
  const bytes = Buffer.concat([png, Buffer.alloc(8_000_000 - png.length)]);
  for (let count = 0; count < 5; count += 1) await uploaded(anton, bytes);
  expect((await upload(anton)).body).toMatchObject({ statusCode: 400, code: 'too-many-pictures' });
  await roomy.close();
});

test('simultaneous uploads cannot exceed the limit', async () => {
  const small = await openTestApp({ limits: { picturesPerProfile: 3 } });
  const anton = await small.member();
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => upload(anton)))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  expect(await idsIn(small.world.pictureFiles)).toHaveLength(3);
  await small.close();
});

test('uploads are refused before the disk is full, and leave no files when it is', async () => {
  const files = freshPictureFiles();
  const low = await openTestApp({ parts: { pictureFiles: { ...files, freeBytes: async () => 999_999_999 } } });
  expect((await upload(await low.member())).body).toMatchObject({ statusCode: 503, code: 'disk-full' });
  await low.close();
  const enough = await openTestApp({
    parts: { pictureFiles: { ...freshPictureFiles(), freeBytes: async () => 1_000_000_000 } },
  });
  expect((await upload(await enough.member())).status).toBe(200);
  await enough.close();

  const put: PictureFiles['put'] = async (id, variant, bytes) => {
    if (variant === 1024) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    await files.put(id, variant, bytes);
  };
  const full = await openTestApp({ parts: { pictureFiles: { ...files, put } } });
  expect((await upload(await full.member())).body).toMatchObject({ statusCode: 503, code: 'disk-full' });
  expect(await idsIn(files)).toEqual([]);
  await full.close();
});

test('starting the server removes pictures that were neither listed nor sent for a day, and files left by a crash', async () => {
  const pictureFiles = freshPictureFiles();
  const first = await openTestApp({ parts: { pictureFiles } });
  const anton = await first.member();
  const [named, hidden, sent] = [await uploaded(anton), await uploaded(anton), await uploaded(anton)];
  await uploaded(anton);
  await setPictures(anton, { profilePicIds: [named], profilePicIdsPrivate: [hidden] });
  await write(anton, await first.member(), 'look', [sent]);
  first.clock.pass(43_200_000);
  await own(anton);
  first.clock.pass(43_200_001);
  const fresh = await uploaded(anton);
  const lost = crypto.randomUUID();
  await pictureFiles.put(lost, 'original', png);
  await first.app.close();

  const second = await openTestApp({ dataDir: first.dataDir, parts: { pictureFiles, clock: first.clock } });
  await vi.waitFor(async () => expect((await idsIn(pictureFiles)).sort()).toEqual([named, hidden, sent, fresh].sort()));
  await second.close();
  await first.close();
});

test('a sweep keeps the files of an upload under way', async () => {
  const files = freshPictureFiles();
  const rest = Promise.withResolvers<void>();
  let [sweeps, stored] = [0, 0];
  const put: PictureFiles['put'] = async (...file) => {
    await files.put(...file);
    stored += 1;
    await rest.promise;
  };
  const list = () => {
    sweeps += 1;
    return files.list();
  };
  const sweeping = await openTestApp({ limits: { picturesSweepMs: 5 }, parts: { pictureFiles: { ...files, put, list } } });
  const anton = await sweeping.member();
  const upload = uploaded(anton);
  await vi.waitFor(() => expect(stored).toBe(1));
  const before = sweeps;
  await vi.waitFor(() => expect(sweeps).toBeGreaterThan(before + 2));
  expect(await idsIn(files)).toHaveLength(1);
  rest.resolve();
  const id = await upload;
  for (const query of ['?orig=1', '?scale_x=256', '?scale_x=2048'])
    expect((await fetchPicture(anton, id, query)).status).toBe(200);
  await sweeping.close();
});

test('a member can try at most thirty uploads in half an hour', async () => {
  const small = await openTestApp({ rates: { uploads: { max: 30, perMs: 1_800_000 } } });
  const anton = await small.member();
  const statuses = [];
  for (let sent = 0; sent < 31; sent++) statuses.push((await upload(anton, { bytes: Buffer.from('x') })).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect(statuses.at(-1)).toBe(429);
  await small.close();
});

test('stored pictures contain no location metadata', async () => {
  const scaling = pictureScaling();
  const real = await openTestApp({ parts: { pictureScaling: scaling } });
  const anton = await real.member();
  const bytes = await pictureWithSecrets('jpeg');
  const id = await uploaded(anton, bytes);
  for (const query of ['?scale_x=256', '?scale_x=512', '?scale_x=1024', '?scale_x=2048', '?orig=1']) {
    const { bytes: shown } = await fetchPicture(anton, id, query);
    expect(shown.subarray(8, 12).toString()).toBe('WEBP');
    expect(shown.includes(secret) || shown.includes('EXIF') || shown.includes('XMP ')).toBe(false);
    expect(shown.equals(bytes)).toBe(false);
  }
  scaling.close();
  await real.close();
});

async function idsIn(files: PictureFiles): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of files.list()) ids.push(id);
  return ids;
}
