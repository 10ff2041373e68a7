// Tests the queue of pictures to upload: it works offline and across tabs, and uploads each picture once, in the order chosen.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { seededRandom } from '#client/testing/seeded-random.ts';
import type { Answer } from '#client/offline/outbox/send.ts';
import {
  ada,
  createUploadServer,
  file,
  lost,
  openPage,
  openPageOf,
  refusal,
  replayOf,
  toPrivate,
  toPublic,
  type Calls,
} from '#client/testing/upload-server.ts';
import { dayMs } from '#shared/rules/durations.ts';
import type { UploadParts } from './upload-replay.ts';

test('pictures chosen offline remain after the app is closed, and are added to the profile in order', async () => {
  const before = await openPageOf(ada);
  const server = createUploadServer();
  for (const name of ['one', 'two', 'three']) await before.uploads.add(ada, file(name), toPublic);
  await before.uploads.add(ada, file('secret'), toPrivate);
  expect(await replayOf(before, { ...server, post: async () => lost })()).toEqual({ is: 'lost' });
  await before.database.close();
  const after = openPage();
  expect(await after.uploads.count(ada)).toBe(4);
  expect(await replayOf(after, server)()).toEqual({ is: 'empty' });
  expect(server.words()).toEqual(['one', 'two', 'three']);
  expect(server.words('profilePicIdsPrivate')).toEqual(['secret']);
  expect(await after.uploads.count(ada)).toBe(0);
  const left = await after.database.run(['uploadFiles'], -1, (transaction) => transaction.objectStore('uploadFiles').count());
  expect(left).toBe(0);
});

test('two pictures are uploaded at a time, and a small one does not overtake a large one', async () => {
  const page = await openPageOf(ada);
  const server = createUploadServer();
  const finish = Promise.withResolvers<void>();
  for (const name of ['large', 'b', 'c', 'd']) await page.uploads.add(ada, file(name), toPublic);
  const post: UploadParts['post'] = async (entry, bytes) => {
    if (entry.fileName === 'large.png') await finish.promise;
    else if (entry.fileName === 'd.png') finish.resolve();
    return server.post(entry, bytes);
  };
  await replayOf(page, { ...server, post })();
  expect(server.words()).toEqual(['large', 'b', 'c', 'd']);
  expect(server.seen.mostAtOnce).toBeLessThanOrEqual(2);
});

test('a picture chosen during an upload uses the free slot immediately', async () => {
  const page = await openPageOf(ada);
  const server = createUploadServer();
  const second = Promise.withResolvers<void>();
  await page.uploads.add(ada, file('one'), toPublic);
  const post: UploadParts['post'] = async (entry, bytes) => {
    if (entry.fileName === 'one.png') {
      await page.uploads.add(ada, file('two'), toPublic);
      await second.promise;
    } else second.resolve();
    return server.post(entry, bytes);
  };
  await replayOf(page, { ...server, post })();
  expect(server.words()).toEqual(['one', 'two']);
});

test(
  '200 cuts anywhere between device and profile, by two tabs and a worker: each picture once',
  { timeout: 60_000 },
  async () => {
    const random = seededRandom(20_262);
    const server = createUploadServer();
    const [tab, otherTab, worker] = [await openPageOf(ada), openPage(), openPage()];
    let cuts = 0;
    const cut = <T>(value: T): T => {
      cuts++;
      return value;
    };
    /** Breaks a call before or after the server handles it, by an error or by killing the page. */
    const shaken = async (call: () => Promise<Answer>): Promise<Answer> => {
      const chance = cuts >= 200 ? 1 : random();
      if (chance < 0.1) return cut(lost);
      if (chance < 0.15) return cut(refusal(503, '', 0));
      if (chance < 0.2) throw cut(new Error('killed before'));
      if (chance < 0.25) server.change();
      const answer = await call();
      if (chance < 0.4) return cut(lost);
      if (chance < 0.45) throw cut(new Error('killed after'));
      return answer;
    };
    const calls: Calls = {
      post: (entry, bytes) => shaken(() => server.post(entry, bytes)),
      ownProfile: () => shaken(server.ownProfile),
      setProfilePictures: (...asked) => shaken(() => server.setProfilePictures(...asked)),
    };
    let clock = Date.now();
    const now = (): number => (clock += 70_000);
    const replays = [tab, otherTab, worker].map((device) => replayOf(device, calls, now));
    const chosen: string[] = [];
    for (let n = 0; cuts < 200; n++) {
      chosen.push(`picture ${n}`);
      await (random() < 0.5 ? tab : otherTab).uploads.add(ada, file(`picture ${n}`), toPublic);
      await Promise.allSettled(replays.map((replay) => (random() < 0.6 ? replay() : null)));
    }
    while ((await tab.uploads.count(ada)) > 0) await Promise.allSettled(replays.map((replay) => replay()));
    expect(cuts).toBeGreaterThanOrEqual(200);
    expect(server.words().sort()).toEqual(chosen.sort());
    expect(server.kept.size).toBe(chosen.length);
  },
);

test('a refused picture has the reason, does not delay others, and is uploaded again on a retry', async () => {
  const page = await openPageOf(ada);
  const server = createUploadServer();
  let isRefused = true;
  const bad = await page.uploads.add(ada, file('bad'), toPublic);
  await page.uploads.add(ada, file('good'), toPublic);
  const post: UploadParts['post'] = async (entry, bytes) =>
    isRefused && entry.id === bad.id ? refusal(400, 'damaged-picture') : server.post(entry, bytes);
  const replay = replayOf(page, { ...server, post });
  expect(await replay()).toEqual({ is: 'empty' });
  expect(server.words()).toEqual(['good']);
  expect(await page.uploads.entries(ada)).toMatchObject([
    { fileName: 'bad.png', state: 'failed', reason: { status: 400, code: 'damaged-picture', message: 'Error: no.' } },
  ]);
  isRefused = false;
  await page.uploads.retry(bad.id);
  await replay();
  expect(server.words()).toEqual(['good', 'bad']);
});

test('an upload that is cancelled in another tab is aborted and leaves nothing', async () => {
  const [page, otherPage] = [await openPageOf(ada), openPage()];
  const server = createUploadServer();
  await page.uploads.add(ada, file('regretted'), toPublic);
  await page.uploads.add(ada, file('wanted'), toPublic);
  const post: UploadParts['post'] = async (entry, bytes, { signal }) => {
    if (entry.fileName !== 'regretted.png') return server.post(entry, bytes);
    const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
    await otherPage.uploads.cancel(entry);
    await stopped;
    return lost;
  };
  expect(await replayOf(page, { ...server, post })()).toEqual({ is: 'empty' });
  expect(server.words()).toEqual(['wanted']);
  expect(await page.uploads.count(ada)).toBe(0);
});

test.each([
  ['the session is over', refusal(401)],
  ["the session is another member's", refusal(403, 'not-your-profile')],
])('when %s, all pictures wait for the login', async (_, answer) => {
  const page = await openPageOf(ada);
  for (const name of ['one', 'two']) await page.uploads.add(ada, file(name), toPublic);
  expect(await replayOf(page, { ...createUploadServer(), post: async () => answer })()).toEqual({ is: 'signedOut' });
  expect((await page.uploads.entries(ada)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
});

test('without a logged-in member all pictures wait for the login', async () => {
  const page = await openPageOf(ada);
  await page.uploads.add(ada, file('one'), toPublic);
  const server = createUploadServer();
  const signedOut = { ...page, database: { ...page.database, sender: async () => null } };
  expect(await replayOf(signedOut, server)()).toEqual({ is: 'signedOut' });
  expect([server.seen.posts, await page.uploads.count(ada)]).toEqual([0, 1]);
});

test('uploading continues after the server’s Retry-After', async () => {
  const page = await openPageOf(ada);
  const server = createUploadServer();
  await page.uploads.add(ada, file('one'), toPublic);
  const replay = replayOf(page, { ...server, post: async () => refusal(429, 'slow-down', 90_000) }, () => 1_000);
  expect(await replay()).toEqual({ is: 'later', nextMs: 91_000 });
  expect(await replayOf(page, server, () => 91_000)()).toEqual({ is: 'empty' });
  expect(server.words()).toEqual(['one']);
});

test('a picture that is refused as locked waits and is sent once the lock is open', async () => {
  const page = await openPageOf(ada);
  const server = createUploadServer();
  await page.uploads.add(ada, file('one'), toPublic);
  const replay = replayOf(page, { ...server, post: async () => refusal(423, 'locked', null) }, () => 1_000);
  expect(await replay()).toMatchObject({ is: 'later' });
  expect(await replayOf(page, server, () => 61_000)()).toEqual({ is: 'empty' });
  expect(server.words()).toEqual(['one']);
});

test('another member who logs in sees no pictures, and the previous member’s tab can add none', async () => {
  const page = await openPageOf(ada);
  await page.uploads.add(ada, file('early'), toPublic);
  await page.database.claim('ben');
  expect(await page.uploads.count(ada)).toBe(0);
  await expect(page.uploads.add(ada, file('late'), toPublic)).rejects.toThrow('another member');
});

test('a picture that the member cancels is neither sent, nor shown as done', async () => {
  const page = await openPageOf(ada);
  const server = createUploadServer();
  const done: string[] = [];
  const stop = page.uploads.onMessage(({ is }) => done.push(is));
  const replaces = { list: 'profilePicIds', replaces: 'first' } as const;
  const entry = await page.uploads.add(ada, file('early'), replaces);
  const isProfileWaiting = async () => {
    await page.uploads.cancel(entry);
    return false;
  };
  expect(await replayOf(page, { ...server, isProfileWaiting })()).toEqual({ is: 'empty' });
  expect(server.seen.posts).toBe(0);
  await page.uploads.add(ada, file('late'), replaces);
  const post: UploadParts['post'] = async (sent, bytes) => {
    await page.uploads.cancel(sent);
    return server.post(sent, bytes);
  };
  expect(await replayOf(page, { ...server, post })()).toEqual({ is: 'empty' });
  expect(done).not.toContain('done');
  stop();
});

test('screens are notified of each step of a picture, and a replay that has ended has no listeners', async () => {
  const { uploads, database } = openPage();
  let [listeners, changes] = [0, 0];
  const counted =
    <C>(listen: (callback: C) => () => void) =>
    (callback: C) => {
      listeners++;
      const stop = listen(callback);
      return () => {
        listeners--;
        stop();
      };
    };
  const stop = uploads.listen(() => changes++);
  // Nobody has claimed the database yet, since this is the first action on the device.
  await uploads.add(ada, file('one'), toPublic);
  expect([await database.owner(), changes]).toEqual([ada, 1]);
  await uploads.claim(ada, 0);
  expect([(await uploads.entries(ada))[0]?.state, changes]).toEqual(['sending', 2]);
  await uploads.claim(ada, 0);
  expect(changes).toBe(2);
  const wrapped = { ...uploads, listen: counted(uploads.listen), onMessage: counted(uploads.onMessage) };
  await replayOf({ database, uploads: wrapped }, createUploadServer())();
  expect([listeners, await uploads.count(ada)]).toEqual([0, 0]);
  stop();
});

test('a picture is not delayed when the device’s clock is set back by a minute', async () => {
  const page = await openPageOf(ada);
  const server = createUploadServer();
  await page.uploads.add(ada, file('one'), toPublic);
  const nowMs = 100 * dayMs;
  await replayOf(page, { ...server, post: async () => refusal(503) }, () => nowMs)();
  expect(await replayOf(page, server, () => nowMs)()).toMatchObject({ is: 'later' });
  expect(await replayOf(page, server, () => nowMs - 60_000)()).toEqual({ is: 'empty' });
  expect(server.words()).toEqual(['one']);
});
