// Pictures that one of several processes refuses, or allows again: the others do the same immediately.
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { memoryPictureFiles } from '#server/outside/picture-files.ts';
import { fakePictureScaling } from '#server/outside/picture-scaling.ts';
import { migratedPostgresDatabase } from '#server/testing/app/postgres.ts';
import { openTestWorld } from '#server/testing/app/test-world.ts';
import { openRefusedPictures } from './refused-pictures.service.ts';

test('a picture that one process refuses is refused by all, until one of them allows it', async () => {
  const { databaseUrl, remove } = await migratedPostgresDatabase();
  onTestFinished(remove);
  const pictureFiles = memoryPictureFiles();
  const join = async () => {
    const { world, close } = await openTestWorld({ databaseUrl, isShared: true, parts: { pictureFiles } });
    onTestFinished(close);
    const refused = await openRefusedPictures(world);
    await world.changes.start();
    return { ...refused, write: world.db.write.bind(world.db) };
  };
  const [one, other] = [await join(), await join()];
  const [id, bytes] = [randomUUID(), Buffer.from('a picture')];
  await pictureFiles.put(id, 'original', bytes);
  const [fingerprint = ''] = await fakePictureScaling().fingerprintsOf(bytes);
  const areRefused = () => [one, other].map((process) => process.isRefused(fingerprint));

  expect(areRefused()).toEqual([false, false]);
  await one.write(async (tx) => one.refuse(tx, await one.fingerprintsOf(id)));
  expect(areRefused()).toEqual([true, true]);
  expect((await join()).isRefused(fingerprint)).toBe(true);
  await other.write((tx) => other.allow(tx, [fingerprint]));
  expect(areRefused()).toEqual([false, false]);
});
