// A client that a common generator makes from the OpenAPI document compiles, and its calls work.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { generate } from 'openapi-typescript-codegen';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAppForTest } from '#server/testing/app/app-for-test.ts';
import { plainPicture } from '#server/testing/fakes/pictures.ts';

/** A program against the generated types, as another developer would write it. */
const program = `
import { ApiError, LikesService, MessagesService, NearbyService, NotesService, OpenAPI, PicturesService, ProfilesService,
  SiteService } from './client';

export interface Given { origin: string; cookie: string; me: string; other: string; picture: Uint8Array<ArrayBuffer>; key: string }

export async function run({ origin, cookie, me, other, picture, key }: Given) {
  const server: string = OpenAPI.BASE;
  OpenAPI.HEADERS = { cookie, origin };
  const { ok }: { ok: boolean } = await SiteService.siteGetPing();
  const { profilename }: { profilename: string } = await ProfilesService.profilesGetProfile({ id: other });
  const like = await LikesService.likesPutProfileLike({
    requestBody: { likerProfileId: me, likedProfileId: other, likeType: 'LIKE' },
  });
  const message = { senderProfileId: me, recipientProfileId: other, bodyText: 'hello' };
  const sent = await MessagesService.messagesPostMessage({ requestBody: message, idempotencyKey: key });
  const again = await MessagesService.messagesPostMessage({ requestBody: message, idempotencyKey: key });
  const between = await MessagesService.messagesGetBetween({ a: me, b: other });
  const formData = { authorProfileId: me, picfile: new Blob([picture]) };
  const { id: pictureId } = await PicturesService.picturesPostPicture({ formData });
  const online: string[] = await NearbyService.nearbyGetOnline({ profileIds: [me, other].join(',') });
  const note = { authorProfileId: me, aboutProfileId: other, bodyText: 'met on the ferry', privateTags: [] };
  await NotesService.notesPutProfileNote({ requestBody: note });
  const refused = await NotesService.notesPutProfileNote({ requestBody: { ...note, bodyText: 'new' }, ifMatch: '"old"' }).then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error : null),
  );
  return { server, ok, profilename, likeType: like.likeType, ids: [sent.id, again.id, between[0]?.id], pictureId, online,
    refused: [refused?.status, refused?.body.code, refused?.body.current.bodyText] };
}
`;

const settings = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2024',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
  },
  include: ['**/*.ts'],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'client-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const compiler = path.join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
const compilerErrors = (): Promise<string> =>
  promisify(execFile)(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );

test('the generated client compiles, refuses wrong types, and its calls work', async () => {
  const app = await openAppForTest();
  const { body } = await app.visitor().send('GET', '/api/openapi.json');
  await generate({ input: Object(body), output: path.join(folder, 'client'), httpClient: 'fetch', useOptions: true });
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
  await writeFile(path.join(folder, 'program.ts'), program);
  expect(await compilerErrors()).toBe('');

  const [anton, boris] = [await app.member(), await app.member({ name: 'Boris' })];
  const { run } = (await import(path.join(folder, 'program.ts'))) as { run: (given: object) => Promise<{ ids: string[] }> };
  const cookie = [...anton.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const given = { origin: app.origin, cookie, me: anton.profileId, other: boris.profileId, key: crypto.randomUUID() };
  const found = await run({ ...given, picture: new Uint8Array(await plainPicture('png')) });
  const [sentId] = found.ids;
  expect(found).toEqual({
    server: app.origin,
    ok: true,
    profilename: 'Boris',
    likeType: 'LIKE',
    ids: [sentId, sentId, sentId],
    pictureId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    online: expect.arrayContaining([anton.profileId, boris.profileId]),
    refused: [412, 'changed-meanwhile', 'met on the ferry'],
  });

  await writeFile(path.join(folder, 'wrong.ts'), program.replace("likeType: 'LIKE' }", "likeType: 'ADORE' }"));
  expect(await compilerErrors()).toMatch(/wrong\.ts\(\d+,\d+\): error TS2322: Type '"ADORE"' is not assignable/);
});
