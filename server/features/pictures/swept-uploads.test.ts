// Failed uploads that are repeated while a sweep removes the files that they left.
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { memoryPictureFiles, type PictureFiles } from '#server/outside/picture-files.ts';
import { openAppForTest } from '#server/testing/app/app-for-test.ts';
import type { Member } from '#server/testing/app/members.ts';
import { plainPicture } from '#server/testing/fakes/pictures.ts';

const bytes = await plainPicture('png', 60, 75);

/** A failed upload has left files. The next sweep first finds another stray file. */
async function sceneWith(isStopped: (id: string, ownId: string) => boolean) {
  const files = memoryPictureFiles();
  const stray = randomUUID();
  let ownId = '';
  let isFailing = true;
  const removing = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  let [puts, sweeps] = [0, 0];
  const parts: Partial<PictureFiles> = {
    async put(...file) {
      puts += 1;
      await files.put(...file);
      if (isFailing) throw new Error('the store fails');
    },
    async remove(id) {
      if (isFailing) throw new Error('the store fails');
      if (ownId !== '' && isStopped(id, ownId)) {
        removing.resolve();
        await rest.promise;
      }
      await files.remove(id);
    },
    async *list() {
      sweeps += 1;
      if (!isFailing) yield* [stray, ownId];
    },
  };
  const app = await openAppForTest({
    env: { LOG_LEVEL: 'silent' },
    limits: { picturesSweepMs: 20 },
    parts: { pictureFiles: { ...files, ...parts } },
  });
  onTestFinished(() => rest.resolve());
  const member = await app.member();
  const key = randomUUID();
  const upload = () => uploadOf(member, key);
  expect((await upload()).status).toBe(500);
  for await (const id of files.list()) ownId = id;
  isFailing = false;
  await removing.promise;
  return { member, upload, ownId, rest, puts: () => puts, sweeps: () => sweeps };
}

const uploadOf = (from: Member, key: string) =>
  from.form(
    '/api/profile-pic',
    { authorProfileId: from.profileId, picfile: { bytes, name: 'a.png', type: 'image/png' } },
    { 'idempotency-key': key },
  );

async function staysShown(member: Member, id: string): Promise<void> {
  const answer = await member.send('GET', `/api/profile-pic/${id}?orig=1`);
  expect([answer.status, answer.bytes.equals(bytes)]).toEqual([200, true]);
}

test('an upload that is repeated before its turn in the sweep keeps its files', async () => {
  const { member, upload, ownId, rest, sweeps } = await sceneWith((id, own) => id !== own);
  const { status, body } = await upload();
  expect([status, Reflect.get(Object(body), 'id')]).toEqual([200, ownId]);
  rest.resolve();
  const before = sweeps();
  await vi.waitFor(() => expect(sweeps()).toBeGreaterThan(before + 1));
  await staysShown(member, ownId);
});

test('an upload that is repeated while its files are removed is stored after that', async () => {
  const { member, upload, ownId, rest, puts } = await sceneWith((id, own) => id === own);
  const before = puts();
  const answer = upload();
  // Once later calls of the same member are answered, the upload has been received.
  for (const _ of Array.from({ length: 20 })) await member.send('GET', '/api/ping');
  expect(puts()).toBe(before);
  rest.resolve();
  expect((await answer).status).toBe(200);
  expect(puts()).toBeGreaterThan(before);
  await staysShown(member, ownId);
});
