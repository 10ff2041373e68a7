// Tests that uploaded pictures are added to the profile, even if the profile changes or the server has deleted the pictures.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { ada, createUploadServer, file, lost, openPageOf, replayOf, toPublic } from '#client/testing/upload-server.ts';
import type { UploadParts } from './upload-replay.ts';

test('a picture that the server deleted before it was added to the profile is uploaded again automatically', async () => {
  const page = await openPageOf(ada);
  const server = createUploadServer();
  await page.uploads.add(ada, file('late'), toPublic);
  await replayOf(page, { ...server, ownProfile: async () => lost })();
  server.kept.clear();
  expect(await replayOf(page, server)()).toEqual({ is: 'empty' });
  expect(server.words()).toEqual(['late']);
  expect(server.seen.posts).toBe(2);
});

test('a picture deleted elsewhere before the reply was received is uploaded again only if the member retries', async () => {
  const page = await openPageOf(ada);
  const server = createUploadServer();
  await page.uploads.add(ada, file('deleted'), toPublic);
  const setProfilePictures: UploadParts['setProfilePictures'] = async (...asked) => {
    await server.setProfilePictures(...asked);
    return lost;
  };
  await replayOf(page, { ...server, setProfilePictures })();
  server.kept.clear();
  server.lists.profilePicIds = [];
  expect(await replayOf(page, server)()).toEqual({ is: 'empty' });
  expect(server.words()).toEqual([]);
  const [entry] = await page.uploads.entries(ada);
  expect(entry).toMatchObject({ state: 'failed', reason: { code: 'not-your-picture' } });
  await page.uploads.retry(entry?.id ?? '');
  await replayOf(page, server)();
  expect(server.words()).toEqual(['deleted']);
});

test('a replacement is in the profile once it is uploaded', async () => {
  const page = await openPageOf(ada);
  const server = createUploadServer();
  server.lists.profilePicIds = ['first', 'second'];
  const delivered: string[] = [];
  const stop = page.uploads.onMessage((message) => message.is === 'done' && delivered.push(message.entry.fileName));
  await page.uploads.add(ada, file('new'), { list: 'profilePicIds', replaces: 'first' });
  expect(await replayOf(page, server)()).toEqual({ is: 'empty' });
  expect(server.words()).toEqual(['new', undefined]);
  expect(delivered).toEqual(['new.png']);
  stop();
});

test('a replacement waits for other changes of the profile, a new picture does not', async () => {
  const page = await openPageOf(ada);
  const server = createUploadServer();
  server.lists.profilePicIds = ['first'];
  server.kept.set('first', 'whole');
  await page.uploads.add(ada, file('cropped'), { list: 'profilePicIds', replaces: 'first' });
  await page.uploads.add(ada, file('fresh'), toPublic);
  const waits = { ...server, isProfileWaiting: async () => true };
  expect(await replayOf(page, waits, () => 5_000)()).toEqual({ is: 'later', nextMs: 6_000 });
  expect(server.words()).toEqual(['whole', 'fresh']);
  await replayOf(page, server, () => 6_000)();
  expect(server.words()).toEqual(['cropped', 'fresh']);
});

test('a profile that changes between read and save gets the picture nevertheless', async () => {
  const page = await openPageOf(ada);
  const server = createUploadServer();
  await page.uploads.add(ada, file('one'), toPublic);
  let changes = 4;
  const ownProfile = async () => {
    const answer = await server.ownProfile();
    if (changes-- > 0) server.change();
    return answer;
  };
  expect(await replayOf(page, { ...server, ownProfile })()).toEqual({ is: 'empty' });
  expect(server.words()).toEqual(['one']);
});

test('after five attempts on a profile that keeps changing the picture waits', async () => {
  const page = await openPageOf(ada);
  const server = createUploadServer();
  await page.uploads.add(ada, file('one'), toPublic);
  let reads = 0;
  const ownProfile = async () => {
    reads++;
    const answer = await server.ownProfile();
    server.change();
    return answer;
  };
  expect(await replayOf(page, { ...server, ownProfile }, () => 1_000)()).toMatchObject({ is: 'later' });
  expect([reads, await page.uploads.entries(ada)]).toMatchObject([5, [{ state: 'waiting', stage: 'naming', reason: null }]]);
});
