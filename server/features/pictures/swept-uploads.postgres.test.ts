// An upload to one process while another process, with the same database and store of pictures, sweeps stray files.
import { expect, onTestFinished, test } from 'vitest';
import { memoryPictureFiles, type PictureFiles } from '#server/outside/picture-files.ts';
import { migratedPostgresDatabase } from '#server/testing/app/postgres.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';
import { plainPicture } from '#server/testing/fakes/pictures.ts';

test('the files of an upload in progress are not taken for stray ones', async () => {
  const { databaseUrl, remove } = await migratedPostgresDatabase();
  onTestFinished(remove);
  const files = memoryPictureFiles();
  let [sweeps, waitsFor] = [0, 0];
  const isSwept = () => expect.poll(() => sweeps, { timeout: 60_000 }).toBeGreaterThan(waitsFor);
  const uploading: PictureFiles = {
    ...files,
    async put(id, variant, bytes, format) {
      await files.put(id, variant, bytes, format);
      // AVIF is encoded after the upload.
      if (format === 'avif') return;
      // A sweep that begins from now on finds this file.
      waitsFor = sweeps + 1;
      await isSwept();
    },
  };
  const sweeping: PictureFiles = {
    ...files,
    async *list() {
      yield* files.list();
      sweeps += 1;
    },
  };
  const [never, env] = [2 ** 30, { LOG_LEVEL: 'silent' }];
  const app = await openTestApp({ databaseUrl, env, limits: { picturesSweepMs: never }, parts: { pictureFiles: uploading } });
  onTestFinished(app.close);
  await app.sweptOnce();
  const other = await openTestApp({ databaseUrl, env, limits: { picturesSweepMs: 20 }, parts: { pictureFiles: sweeping } });
  onTestFinished(other.close);
  const member = await app.member();
  const bytes = await plainPicture('png', 60, 75);
  const answer = await member.form('/api/profile-pic', {
    authorProfileId: member.profileId,
    picfile: { bytes, name: 'a.png', type: 'image/png' },
  });
  expect(answer.status).toBe(200);
  const id = String(Reflect.get(Object(answer.body), 'id'));
  waitsFor = sweeps + 1;
  await isSwept();
  const stored = await member.send('GET', `/api/profile-pic/${id}?orig=1`);
  expect([stored.status, stored.bytes.equals(bytes)]).toEqual([200, true]);
});
