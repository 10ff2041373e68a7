// Tests the formats and the caching of pictures over HTTP.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { session } from '#shared/contract/session.ts';
import { offlineCopyHeader } from '#shared/rules/offline-copy.ts';
import { decodePlaceholder } from '#shared/rules/picture-placeholder.ts';
import { like, png, reportPosition, showPictures, uploadPicture, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import { pictureScaling } from '#server/outside/picture-scaling.ts';
import { change } from '#server/testing/members/settings.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const avif = { accept: 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8' };
const fetchPicture = (viewer: Member, path: string, headers = {}) =>
  viewer.send('GET', `/api/profile-pic/${path}`, undefined, headers);
const typeOf = async (viewer: Member, path: string, headers = {}) =>
  (await fetchPicture(viewer, path, headers)).headers['content-type'];
const becomesAvif = (viewer: Member, path: string, timeout = 20_000) =>
  vi.waitFor(async () => expect(await typeOf(viewer, path, avif)).toBe('image/avif'), { timeout });

test('AVIF is served up to a width of 1024 if the browser accepts it, else WebP', async () => {
  const anton = await app.member();
  const id = await uploadPicture(anton);
  for (const width of [256, 512, 1024]) await becomesAvif(anton, `${id}?scale_x=${width}`);
  for (const accept of ['*/*', 'image/*', 'image/webp', 'image/avif;q=0', 'image/avif;q=0.0, */*', 'image/avifs'])
    expect(await typeOf(anton, `${id}?scale_x=512`, { accept }), accept).toBe('image/webp');
  for (const tail of ['', '?scale_x=2048', '?orig=1']) expect(await typeOf(anton, `${id}${tail}`, avif)).toBe('image/webp');
  const shown = await fetchPicture(anton, `${id}?scale_x=512`, { accept: 'IMAGE/AVIF; q=0.5' });
  expect(shown.headers).toMatchObject({ 'content-type': 'image/avif', etag: '"512.avif"', vary: 'accept' });
  expect((await fetchPicture(anton, `${id}?scale_x=512`)).headers).toMatchObject({ etag: '"512"', vary: 'accept' });
});

test('AVIF counts towards a member’s storage limit', async () => {
  // Each picture has 85 bytes in five sizes, and 46 bytes in AVIF.
  const narrow = await openTestApp({ limits: { pictureBytesPerProfile: 180 } });
  const anton = await narrow.member();
  const path = `${await uploadPicture(anton)}?scale_x=1024`;
  await becomesAvif(anton, path);
  const kept = () => narrow.world.db.read.selectFrom('pictures').select('bytes').execute();
  await vi.waitFor(async () => expect(await kept()).toEqual([{ bytes: 131 }]));
  const { body } = await anton.form('/api/profile-pic', { authorProfileId: anton.profileId, picfile: png });
  expect(body).toMatchObject({ code: 'too-many-pictures' });
  await narrow.close();
});

test('a cached picture is answered with 304 in any accepted format', async () => {
  const anton = await app.member();
  const path = `${await uploadPicture(anton)}?scale_x=512`;
  await becomesAvif(anton, path);
  const again = async (held: string, headers = {}) => {
    const { status, bytes } = await fetchPicture(anton, path, { 'if-none-match': held, ...headers });
    return [status, bytes.length];
  };
  for (const held of ['"512"', '"512.avif"', 'W/"512"', '"x", "512.avif"'])
    expect(await again(held, avif), held).toEqual([304, 0]);
  expect(await again('"512"')).toEqual([304, 0]);
  expect((await again('"512.avif"'))[0]).toBe(200);
  expect((await again('"256"', avif))[0]).toBe(200);
});

test('no browser stores pictures, and the app may keep sealed copies of public ones only', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const [open, hidden, unnamed] = [await uploadPicture(anton), await uploadPicture(anton), await uploadPicture(anton)];
  await showPictures(anton, { profilePicIds: [open], profilePicIdsPrivate: [hidden] });
  const kept = async (viewer: Member, path: string, headers = {}) => {
    const answer = await fetchPicture(viewer, path, headers);
    return [answer.status, answer.headers['cache-control'], answer.headers[offlineCopyHeader]];
  };
  expect(await kept(boris, open)).toEqual([200, 'private, no-store', 'allowed']);
  expect(await kept(boris, open, { 'if-none-match': '"2048"' })).toEqual([304, 'private, no-store', 'allowed']);
  for (const path of [hidden, `nsfw/${hidden}`, unnamed])
    expect(await kept(anton, path)).toEqual([200, 'private, no-store', undefined]);
});

test('missing AVIF is encoded when a browser that accepts it requests the picture', async () => {
  const sources: (Buffer | null)[] = [];
  const first = await openTestApp({
    parts: ({ pictureScaling: fake }) => ({
      pictureScaling: {
        ...fake,
        makeAvif(source) {
          sources.push(source);
          return fake.makeAvif(source);
        },
      },
    }),
  });
  const anton = await first.member();
  const id = await uploadPicture(anton);
  await becomesAvif(anton, `${id}?scale_x=256`);
  const webp = (await first.world.pictureFiles.get(id, 256)) ?? Buffer.alloc(0);
  await first.world.pictureFiles.remove(id);
  await first.world.pictureFiles.put(id, 256, webp);
  // There is nothing to encode yet.
  expect(await typeOf(anton, `${id}?scale_x=256`, avif)).toBe('image/webp');
  for (const variant of [2_048, 'original'] as const) await first.world.pictureFiles.put(id, variant, webp);
  await becomesAvif(anton, `${id}?scale_x=256`);
  expect(sources).not.toContain(null);
  await first.close();
});

test('a picture removed while it is encoded leaves no files', async () => {
  let finish: (made: Map<256, Buffer>) => void = () => undefined;
  const usual = await openTestApp({
    parts: ({ pictureScaling: fake }) => ({
      pictureScaling: { ...fake, makeAvif: () => new Promise((resolve) => (finish = resolve)) },
    }),
  });
  const anton = await usual.member();
  const id = await uploadPicture(anton);
  expect((await anton.send('DELETE', `/api/profile-pic/${id}`)).status).toBe(204);
  finish(new Map([[256, Buffer.from('late')]]));
  await vi.waitFor(async () => expect(await usual.world.pictureFiles.get(id, 256, 'avif')).toBeNull());
  await usual.close();
  const left: string[] = [];
  for await (const kept of usual.world.pictureFiles.list()) left.push(kept);
  expect(left).toEqual([]);
});

test('every list of picture ids has a list of placeholders in the same order', async () => {
  const scaling = pictureScaling();
  const real = await openTestApp({ parts: { pictureScaling: scaling } });
  const [anton, boris] = [await real.member(), await real.member()];
  const uploaded = async (colour: string) => uploadPicture(anton, await plainPicture('png', 60, 75, colour));
  const [red, blue, hidden] = [await uploaded('#ff0000'), await uploaded('#0000ff'), await uploaded('#00ff00')];
  await showPictures(anton, { profilePicIds: [blue, red], profilePicIdsPrivate: [hidden] });
  await like(anton, boris);
  await reportPosition(anton, real.clock.now());
  await write(anton, boris, 'hello');
  const json = async (path: string) => (await boris.send('GET', path)).body;
  const own = boris.profileId;
  await vi.waitFor(async () => expect(await json('/api/profile-briefs/by-sector/33:-113')).toHaveLength(1));
  const [brief] = Object.values(Object(await json('/api/profile-briefs/by-sector/33:-113')));
  const [liker] = Object.values(Object(await json(`/api/profile-likes/by-liked/${own}`)));
  const [talk] = Object.values(Object(await json(`/api/messages/most-recent-with/${own}`)));
  const places = [
    await json(`/api/profile/${anton.profileId}`),
    brief,
    Reflect.get(Object(liker), 'profile'),
    Reflect.get(Object(talk), 'profile'),
  ];
  for (const place of places) {
    const colours = Reflect.get(Object(place), 'picPlaceholders').map((text: string) =>
      [...(decodePlaceholder(text) ?? [])].slice(0, 3),
    );
    expect(colours).toEqual([
      [0, 0, 255],
      [255, 0, 0],
    ]);
  }
  const hiddenFrom = async (viewer: Member) => {
    const shown = (await viewer.send('GET', `/api/profile/${anton.profileId}`)).body;
    return Reflect.get(Object(shown), 'picPlaceholdersPrivate').map((text: string) =>
      [...(decodePlaceholder(text) ?? [])].slice(0, 3),
    );
  };
  await change(anton, { privatePictures: 'everyone' });
  expect([await hiddenFrom(anton), await hiddenFrom(boris)]).toEqual([[[0, 255, 0]], []]);
  await boris.call(session.putSession, { body: { showNsfw: true } });
  expect(await hiddenFrom(boris)).toEqual([[0, 255, 0]]);
  scaling.close();
  await real.close();
});

test('the picture workers make AVIF of a scaled picture', async () => {
  const scaling = pictureScaling();
  const real = await openTestApp({ parts: { pictureScaling: scaling } });
  const anton = await real.member();
  const picfile = { bytes: await plainPicture('jpeg', 700, 875), name: 'a.jpg', type: 'image/jpeg' };
  const { body } = await anton.form('/api/profile-pic', { authorProfileId: anton.profileId, picfile });
  const path = `${Reflect.get(Object(body), 'id')}?scale_x=512`;
  // The process that encodes has a low priority, so it may wait long on a busy machine.
  await becomesAvif(anton, path, 100_000);
  expect((await fetchPicture(anton, path, avif)).bytes.subarray(4, 12).toString()).toBe('ftypavif');
  scaling.close();
  await real.close();
});

test('a picture without a file is not found, in any format', async () => {
  const anton = await app.member();
  const id = await uploadPicture(anton);
  // Wait until no more files are written.
  for (const width of [256, 512, 1024]) await becomesAvif(anton, `${id}?scale_x=${width}`);
  await app.world.pictureFiles.remove(id);
  for (const headers of [{}, avif])
    expect((await fetchPicture(anton, `${id}?scale_x=256`, headers)).body).toMatchObject({ code: 'not-found' });
});
