// Pictures in a bucket that fails some or all calls: no stored picture is lost, and no deleted picture remains.
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { bucketPictures } from '#server/outside/s3-pictures.ts';
import { openAppForTest } from '#server/testing/app/app-for-test.ts';
import type { Member } from '#server/testing/app/members.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import type { TestWorldOptions } from '#server/testing/app/test-world.ts';
import { bucketForTest } from '#server/testing/fakes/bucket.ts';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import type { Failure } from '#server/testing/fakes/s3.ts';

const failures: readonly Failure[] = ['error', 'error-once-done', 'cut', 'cut-once-done', 'half'];

async function appOnBucket(options: TestWorldOptions = {}) {
  const { bucket, store, objects } = await bucketForTest({ pageSize: 50 });
  const times = { pausesMs: [1, 2, 4], untilMs: hourMs, checkMs: hourMs };
  const pictureFiles = bucketPictures(bucket, { dataDir: '/', times });
  onTestFinished(() => pictureFiles.close());
  const app = await openAppForTest({ env: { LOG_LEVEL: 'silent' }, ...options, parts: { pictureFiles } });
  const storedIds = () => [...new Set([...objects().keys()].map((key) => key.split('/').at(-2) ?? ''))].sort();
  const idsOfRows = async () =>
    (await app.world.db.read.selectFrom('pictures').select('id').orderBy('id').execute()).map(({ id }) => id);
  return { app, store, objects, storedIds, idsOfRows };
}

const png = await plainPicture('png', 60, 75);
const upload = (from: Member, bytes: Buffer, key: string = randomUUID()) =>
  from.form(
    '/api/profile-pic',
    { authorProfileId: from.profileId, picfile: { bytes, name: 'a.png', type: 'image/png' } },
    { 'idempotency-key': key },
  );
const idOf = (answer: { readonly body: unknown }): string => String(Reflect.get(Object(answer.body), 'id'));

test('acknowledged uploads are stored completely, and deleted pictures are gone after the sweep', async () => {
  const { app, store, storedIds, idsOfRows } = await appOnBucket({ limits: { picturesSweepMs: 50 } });
  const random = seeded(16);
  store.fail = () => (random() < 0.5 ? (failures[Math.floor(random() * failures.length)] ?? null) : null);
  const refusals = new Set<string>();

  /** Repeats a call that is answered with 503, as devices do. */
  async function repeated<T extends { readonly status: number; readonly body: unknown }>(call: () => Promise<T>): Promise<T> {
    for (let count = 0; ; count += 1) {
      const answer = await call();
      if (answer.status !== 503 || count === 100) return answer;
      refusals.add(String(Reflect.get(Object(answer.body), 'code')));
    }
  }
  const kept = new Map<string, Buffer>();
  const deleted: string[] = [];
  async function uploadAndDelete(member: Member, name: string): Promise<void> {
    for (let count = 0; count < 12; count += 1) {
      const bytes = Buffer.concat([png, Buffer.from(`${name} ${count}`)]);
      const key = randomUUID();
      const answer = await repeated(() => upload(member, bytes, key));
      expect(answer.status).toBe(200);
      const id = idOf(answer);
      if (count % 3 === 0) {
        expect((await repeated(() => member.send('DELETE', `/api/profile-pic/${id}`))).status).toBe(204);
        deleted.push(id);
      } else kept.set(id, bytes);
    }
  }
  const [ada, ben, leaving] = [await app.member(), await app.member(), await app.member()];
  await Promise.all([uploadAndDelete(ada, 'of Ada'), uploadAndDelete(ben, 'of Ben')]);
  const ofLeaving = await Promise.all(Array.from({ length: 5 }, async () => idOf(await repeated(() => upload(leaving, png)))));
  await leaving.call(account.deleteAccount);
  expect([...refusals]).toEqual(['pictures-unavailable']);

  // The store still fails. No sweep may remove a picture that is kept.
  await expect.poll(storedIds, { timeout: 120_000 }).toEqual([...kept.keys()].sort());
  expect(await idsOfRows()).toEqual([...kept.keys()].sort());
  expect(storedIds().filter((id) => [...deleted, ...ofLeaving].includes(id))).toEqual([]);
  for (const [id, bytes] of kept) {
    const owner = bytes.includes('of Ada') ? ada : ben;
    for (const query of ['?orig=1', '?scale_x=256', '?scale_x=2048']) {
      const shown = await repeated(() => owner.send('GET', `/api/profile-pic/${id}${query}`));
      expect([shown.status, shown.bytes.equals(bytes)]).toEqual([200, true]);
    }
  }
});

test('while the bucket fails, members are asked to try again, and no picture is half stored', async () => {
  const { app, store, storedIds, idsOfRows } = await appOnBucket();
  await app.sweptOnce();
  const member = await app.member();
  const shown = idOf(await upload(member, png));
  store.fail = () => 'error';
  const key = randomUUID();
  for (const answer of [await upload(member, png, key), await member.send('GET', `/api/profile-pic/${shown}?orig=1`)]) {
    expect(answer.body).toMatchObject({
      statusCode: 503,
      code: 'pictures-unavailable',
      message: expect.stringMatching(/try again/),
    });
    expect(answer.headers['retry-after']).toBe('30');
  }
  expect(await idsOfRows()).toEqual([shown]);
  const ready = await app.visitor().send('GET', '/api/health/ready');
  expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }]);

  // The row is gone at once, and the files with the next sweep.
  expect((await member.send('DELETE', `/api/profile-pic/${shown}`)).status).toBe(204);
  expect((await member.send('GET', `/api/profile-pic/${shown}?orig=1`)).status).toBe(404);
  expect(await idsOfRows()).toEqual([]);
  expect(storedIds()).toEqual([shown]);

  store.fail = () => null;
  const id = idOf(await upload(member, png, key));
  expect((await member.send('GET', `/api/profile-pic/${id}?orig=1`)).bytes).toEqual(png);
  expect((await app.visitor().send('GET', '/api/health/ready')).status).toBe(200);
});

test('a picture whose AVIF could not be stored gets one when it is viewed again', async () => {
  const { app, store } = await appOnBucket();
  await app.sweptOnce();
  const member = await app.member();
  let refused = 0;
  store.fail = ({ method, key }) => (method === 'PUT' && key.endsWith('.avif') && refused < 4 ? ((refused += 1), 'error') : null);
  const id = idOf(await upload(member, png));
  await expect.poll(() => refused).toBe(4);
  const view = () => member.send('GET', `/api/profile-pic/${id}?scale_x=512`, undefined, { accept: 'image/avif,*/*' });
  await expect.poll(async () => (await view()).headers['content-type']).toBe('image/avif');
});
