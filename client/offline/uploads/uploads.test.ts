// Pictures chosen without connection, or interrupted on their way: each stands in the profile once, in the order they were chosen.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seededRandom } from '#client/testing/seeded-random.ts';
import { createDatabase, type MemberDatabase } from '#client/offline/database.ts';
import type { Replay } from '#client/offline/outbox/replay.ts';
import type { Answer } from '#client/offline/outbox/send.ts';
import { createUploadReplay, type UploadParts } from './upload-replay.ts';
import { createUploads, type UploadEntry, type Uploads } from './uploads.ts';

const ada = 'ada';
const toPublic = { list: 'profilePicIds', replaces: null } as const;
const toPrivate = { list: 'profilePicIdsPrivate', replaces: null } as const;
let round = 0;
const opened: MemberDatabase[] = [];

beforeEach(() => void round++);
afterEach(async () => void (await Promise.all(opened.splice(0).map((database) => database.close()))));

interface Device {
  readonly database: MemberDatabase;
  readonly uploads: Uploads;
}

/** A page or worker of one browser: all of a test share database, channel and locks. */
function openPage(): Device {
  const database = createDatabase(`uploads-${round}`);
  opened.push(database);
  return { database, uploads: createUploads(database, `uploads-${round}`) };
}

async function openPageOf(profile: string): Promise<Device> {
  const page = openPage();
  await page.database.claim(profile);
  return page;
}

const file = (name: string): File => new File([name], `${name}.png`, { type: 'image/png' });

/** Keeps a picture for each key, and the profile with its lists; what it holds is told by the words in the pictures. */
function createServer() {
  const kept = new Map<string, string>();
  const lists: Record<UploadEntry['list'], string[]> = { profilePicIds: [], profilePicIdsPrivate: [] };
  let version = 1;
  let atOnce = 0;
  const seen = { mostAtOnce: 0, posts: 0 };
  return {
    lists,
    kept,
    seen,
    change: () => void version++,
    words: (list: UploadEntry['list'] = 'profilePicIds') => lists[list].map((id) => kept.get(id)),
    post: async (entry: UploadEntry, bytes: Blob): Promise<Answer> => {
      seen.posts++;
      seen.mostAtOnce = Math.max(seen.mostAtOnce, ++atOnce);
      const words = await bytes.text();
      await new Promise((resolve) => setImmediate(resolve));
      atOnce--;
      const id = `picture ${entry.id}`;
      kept.set(id, words);
      const { replaces } = entry;
      if (replaces !== null) lists.profilePicIds = lists.profilePicIds.map((one) => (one === replaces ? id : one));
      return { is: 'done', reply: { id }, version: null };
    },
    ownProfile: async (): Promise<Answer> => ({ is: 'done', reply: structuredClone(lists), version: `"${version}"` }),
    name: async ({ list }: UploadEntry, ids: readonly string[], onlyVersion: string | null): Promise<Answer> => {
      if (onlyVersion !== `"${version}"`) return refusal(412, 'changed-meanwhile');
      if (ids.some((id) => !kept.has(id))) return refusal(400, 'not-your-picture');
      lists[list] = [...ids];
      version++;
      return { is: 'done', reply: structuredClone(lists), version: `"${version}"` };
    },
  };
}

const refusal = (status: number, code = '', retryAfterMs: number | null = null): Answer => ({
  is: 'refused',
  status,
  code,
  message: 'Error: no.',
  retryAfterMs,
});
const lost: Answer = { is: 'lost' };

type Calls = Pick<UploadParts, 'post' | 'ownProfile' | 'name'> & Partial<Pick<UploadParts, 'isProfileWaiting'>>;

const replayOf = ({ uploads, database }: Device, calls: Calls, now?: () => number): Replay =>
  createUploadReplay({
    uploads,
    sender: database.sender,
    isProfileWaiting: async () => false,
    ...calls,
    lockName: `uploads-${round}`,
    ...(now && { now }),
  });

test('pictures chosen without connection wait, survive the closed app, and stand in the profile in their order', async () => {
  const before = await openPageOf(ada);
  const server = createServer();
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
  const left = await after.database.run(['uploadFiles'], (transaction) => transaction.objectStore('uploadFiles').count(), -1);
  expect(left).toBe(0);
});

test('two go up at a time, and a small one that is faster does not get before a large one', async () => {
  const page = await openPageOf(ada);
  const server = createServer();
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

test('a picture that is chosen while another goes up takes the free place at once', async () => {
  const page = await openPageOf(ada);
  const server = createServer();
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
    const server = createServer();
    const [tab, otherTab, worker] = [await openPageOf(ada), openPage(), openPage()];
    let cuts = 0;
    const cut = <T>(value: T): T => {
      cuts++;
      return value;
    };
    /** Before or after the server did it, seen or unseen, politely or by death. */
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
      name: (...asked) => shaken(() => server.name(...asked)),
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

test('a refused picture says why, holds up no other, and goes up again on her word', async () => {
  const page = await openPageOf(ada);
  const server = createServer();
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

test('a picture that she takes back while it goes up is stopped, in the other tab too, and leaves nothing', async () => {
  const [page, otherPage] = [await openPageOf(ada), openPage()];
  const server = createServer();
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

test('a picture that the server swept before it was named goes up again by itself', async () => {
  const page = await openPageOf(ada);
  const server = createServer();
  await page.uploads.add(ada, file('late'), toPublic);
  await replayOf(page, { ...server, ownProfile: async () => lost })();
  server.kept.clear();
  expect(await replayOf(page, server)()).toEqual({ is: 'empty' });
  expect(server.words()).toEqual(['late']);
  expect(server.seen.posts).toBe(2);
});

test('a picture that was deleted elsewhere before the answer came does not come back without her word', async () => {
  const page = await openPageOf(ada);
  const server = createServer();
  await page.uploads.add(ada, file('deleted'), toPublic);
  const name: UploadParts['name'] = async (...asked) => {
    await server.name(...asked);
    return lost;
  };
  await replayOf(page, { ...server, name })();
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

test('a picture that takes the place of another is in the profile with its upload', async () => {
  const page = await openPageOf(ada);
  const server = createServer();
  server.lists.profilePicIds = ['first', 'second'];
  const delivered: string[] = [];
  const stop = page.uploads.onMessage((message) => message.is === 'done' && delivered.push(message.entry.fileName));
  await page.uploads.add(ada, file('new'), { list: 'profilePicIds', replaces: 'first' });
  expect(await replayOf(page, server)()).toEqual({ is: 'empty' });
  expect(server.words()).toEqual(['new', undefined]);
  expect(delivered).toEqual(['new.png']);
  stop();
});

test('a replacement waits until what else changed in the profile is there, a new picture does not', async () => {
  const page = await openPageOf(ada);
  const server = createServer();
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

test.each([
  ['the session is over', refusal(401)],
  ["the session is another member's", refusal(403, 'not-your-profile')],
])('when %s, all pictures wait for the login', async (_, answer) => {
  const page = await openPageOf(ada);
  for (const name of ['one', 'two']) await page.uploads.add(ada, file(name), toPublic);
  expect(await replayOf(page, { ...createServer(), post: async () => answer })()).toEqual({ is: 'signedOut' });
  expect((await page.uploads.entries(ada)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
});

test('a server that asked for time is asked again when it said', async () => {
  const page = await openPageOf(ada);
  const server = createServer();
  await page.uploads.add(ada, file('one'), toPublic);
  const replay = replayOf(page, { ...server, post: async () => refusal(429, 'slow-down', 90_000) }, () => 1_000);
  expect(await replay()).toEqual({ is: 'later', nextMs: 91_000 });
  expect(await replayOf(page, server, () => 91_000)()).toEqual({ is: 'empty' });
  expect(server.words()).toEqual(['one']);
});

test('a picture that is refused as locked waits and is sent once the lock is open', async () => {
  const page = await openPageOf(ada);
  const server = createServer();
  await page.uploads.add(ada, file('one'), toPublic);
  const replay = replayOf(page, { ...server, post: async () => refusal(423, 'locked', null) }, () => 1_000);
  expect(await replay()).toMatchObject({ is: 'later' });
  expect(await replayOf(page, server, () => 61_000)()).toEqual({ is: 'empty' });
  expect(server.words()).toEqual(['one']);
});

test('another member who logs in finds no pictures, and the tab of the one before can keep none', async () => {
  const page = await openPageOf(ada);
  await page.uploads.add(ada, file('hers'), toPublic);
  await page.database.claim('ben');
  expect(await page.uploads.count(ada)).toBe(0);
  await expect(page.uploads.add(ada, file('late'), toPublic)).rejects.toThrow('does not hold the data');
});

test('a profile that changes between being read and saved gets the picture all the same', async () => {
  const page = await openPageOf(ada);
  const server = createServer();
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

test('a profile that changes all the time makes the picture wait after five tries', async () => {
  const page = await openPageOf(ada);
  const server = createServer();
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

test('a picture that the member cancels is neither sent, nor shown as done', async () => {
  const page = await openPageOf(ada);
  const server = createServer();
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

test('screens follow the steps of a picture, and a replay that has ended follows nothing', async () => {
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
  // The first thing on this device: nobody has claimed it.
  await uploads.add(ada, file('one'), toPublic);
  expect([await database.owner(), changes]).toEqual([ada, 1]);
  await uploads.claim(ada, 0);
  expect([(await uploads.entries(ada))[0]?.state, changes]).toEqual(['sending', 2]);
  await uploads.claim(ada, 0);
  expect(changes).toBe(2);
  const wrapped = { ...uploads, listen: counted(uploads.listen), onMessage: counted(uploads.onMessage) };
  await replayOf({ database, uploads: wrapped }, createServer())();
  expect([listeners, await uploads.count(ada)]).toEqual([0, 0]);
  stop();
});
