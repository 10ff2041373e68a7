// Writes made without connection: stored, merged, sent once, in order and only for the member who wrote them.
import { createServer as createHttpServer } from 'node:http';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { seededRandom } from '#client/testing/seeded-random.ts';
import { createDatabase, type MemberDatabase } from '#client/offline/database.ts';
import { writeOf } from './new-write.ts';
import type { NewWrite, OutboxEntry } from './outbox-entries.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createReplay, turnOf, type Replay } from './replay.ts';
import { sendEntry, type Answer } from './send.ts';

const ada = 'ada';
const ben = 'ben';
let round = 0;
const opened: MemberDatabase[] = [];
const stops: (() => void)[] = [];

beforeEach(() => void round++);
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await Promise.all(opened.splice(0).map((database) => database.close()));
});

interface Device {
  readonly database: MemberDatabase;
  readonly outbox: Outbox;
}

/** A page or worker. All that one test opens share the database, the channel and the locks. */
function openPage(): Device {
  const database = createDatabase(`member-${round}`);
  const outbox = createOutbox(database, `outbox-${round}`);
  opened.push(database);
  stops.push(outbox.listen(() => undefined));
  return { database, outbox };
}

async function openPageOf(profile: string): Promise<Device> {
  const page = openPage();
  await page.database.claim(profile);
  return page;
}

const message = (bodyText: string, profile = ada, to = 'ben'): NewWrite => {
  const body = { senderProfileId: profile, recipientProfileId: to, bodyText, profilePicIds: [] };
  return writeOf(messages.postMessage, { body }, { profile, label: bodyText });
};

const like = (body: object): NewWrite =>
  writeOf(likes.putProfileLike, { body: { likerProfileId: ada, likedProfileId: ben, ...body } }, { profile: ada, label: 'Like' });

/** Stores the write of each key once and repeats its reply, as the real server does. */
function createServer() {
  const stored: { key: string; body: unknown; method: string; version: string | null }[] = [];
  return {
    stored,
    take(entry: OutboxEntry): Answer {
      const { key, body, method, version } = entry;
      if (!stored.some((row) => row.key === key)) stored.push({ key, body, method, version });
      return { is: 'done', reply: { place: stored.findIndex((row) => row.key === key) }, version: `"${stored.length}"` };
    },
    texts: (to = 'ben') =>
      stored
        .map(({ body }) => body as { bodyText: string; recipientProfileId: string })
        .filter(({ recipientProfileId }) => recipientProfileId === to)
        .map(({ bodyText }) => bodyText),
  };
}

const refusal = (status: number, more: Partial<Extract<Answer, { is: 'refused' }>> = {}): Answer => ({
  is: 'refused',
  status,
  code: 'not-found',
  message: 'There is no such member.',
  retryAfterMs: null,
  ...more,
});

interface ReplayOptions {
  readonly send: (entry: OutboxEntry) => Promise<Answer> | Answer;
  readonly sender?: () => string | null;
  readonly keep?: (entry: OutboxEntry) => unknown;
  readonly now?: () => number;
}

const replayOf = (device: Device, { send, sender, keep, now }: ReplayOptions): Replay =>
  createReplay({
    outbox: device.outbox,
    sender: async () => (sender === undefined ? device.database.sender() : sender()),
    send: async (entry) => send(entry),
    cacheReply: async (entry) => keep?.(entry),
    turn: turnOf(`outbox-${round}`),
    ...(now && { now }),
  });

test('messages written offline are delivered in order and leave the outbox', async () => {
  const page = await openPageOf(ada);
  const server = createServer();
  for (const text of ['one', 'two', 'three']) await page.outbox.add(message(text));
  expect(await replayOf(page, { send: () => ({ is: 'lost' }) })()).toEqual({ is: 'lost' });
  expect(await page.outbox.count(ada)).toBe(3);
  expect(await replayOf(page, { send: server.take })()).toEqual({ is: 'empty' });
  expect(server.texts()).toEqual(['one', 'two', 'three']);
  expect(await page.outbox.count(ada)).toBe(0);
});

test('waiting writes remain in order after the app is closed', async () => {
  const before = await openPageOf(ada);
  for (const text of ['one', 'two']) await before.outbox.add(message(text));
  await before.database.close();
  const after = openPage();
  await after.outbox.add(message('three'));
  expect((await after.outbox.entries(ada)).map(({ label }) => label)).toEqual(['one', 'two', 'three']);
});

test(
  '200 interruptions at random points, while two tabs and a worker send: each message is delivered once and in order',
  { timeout: 60_000 },
  async () => {
    const random = seededRandom(20_261);
    const server = createServer();
    const [tab, otherTab, worker] = [await openPageOf(ada), openPage(), openPage()];
    let cuts = 0;
    const cut = (answer: Answer): Answer => {
      cuts++;
      return answer;
    };
    const send = async (entry: OutboxEntry): Promise<Answer> => {
      await new Promise((resolve) => setImmediate(resolve));
      const chance = cuts >= 200 ? 1 : random();
      if (chance < 0.2) return cut({ is: 'lost' });
      if (chance < 0.25) return cut(refusal(503, { retryAfterMs: 0 }));
      if (chance < 0.3) throw new Error(`killed before the answer ${cuts++}`);
      const answer = server.take(entry);
      if (chance < 0.5) return cut({ is: 'lost' });
      if (chance < 0.55) throw new Error(`killed after the commit ${cuts++}`);
      return answer;
    };
    const keep = (): void => {
      if (cuts < 200 && random() < 0.1) throw new Error(`killed while keeping the reply ${cuts++}`);
    };
    // A clock that advances by more than any delay.
    let clock = Date.now();
    const now = (): number => (clock += 70_000);
    const replays = [tab, otherTab, worker].map((device) => replayOf(device, { send, keep, now }));
    const written = new Map<string, string[]>([
      ['ben', []],
      ['cem', []],
    ]);
    for (let n = 0; cuts < 200 || n < 100; n++) {
      const to = random() < 0.7 ? 'ben' : 'cem';
      const device = random() < 0.5 ? tab : otherTab;
      written.get(to)?.push(`message ${n}`);
      await device.outbox.add(message(`message ${n}`, ada, to));
      await Promise.allSettled(replays.map((replay) => (random() < 0.6 ? replay() : null)));
    }
    while ((await tab.outbox.count(ada)) > 0) await Promise.allSettled(replays.map((replay) => replay()));
    expect(cuts).toBeGreaterThanOrEqual(200);
    expect(server.texts('ben')).toEqual(written.get('ben'));
    expect(server.texts('cem')).toEqual(written.get('cem'));
    expect(new Set(server.stored.map(({ key }) => key)).size).toBe(server.stored.length);
  },
);

test('a block and ten taps on like are one request, with the block and the last state of the like', async () => {
  const page = await openPageOf(ada);
  const server = createServer();
  await page.outbox.add(like({ blocked: true }));
  for (let tap = 0; tap < 10; tap++) await page.outbox.add(like({ likeType: tap % 2 === 0 ? 'LIKE' : 'DISLIKE' }));
  await replayOf(page, { send: server.take })();
  expect(server.stored.map(({ body }) => body)).toEqual([
    { likerProfileId: ada, likedProfileId: ben, blocked: true, likeType: 'DISLIKE' },
  ]);
});

test('a like that is being sent is not replaced by the next one', async () => {
  const page = await openPageOf(ada);
  const server = createServer();
  await page.outbox.add(like({ likeType: 'LIKE' }));
  await replayOf(page, {
    send: async (entry) => {
      const answer = server.take(entry);
      if (server.stored.length === 1) await page.outbox.add(like({ likeType: 'UNDETERMINED' }));
      return answer;
    },
  })();
  expect(server.stored.map(({ body }) => Reflect.get(Object(body), 'likeType'))).toEqual(['LIKE', 'UNDETERMINED']);
  expect(await page.outbox.count(ada)).toBe(0);
});

test('a change made while the previous one is being sent is based on its result', async () => {
  const page = await openPageOf(ada);
  const server = createServer();
  const change = (height: string): NewWrite => ({
    ...like({}),
    queue: 'profile',
    path: '/api/profile',
    body: { height },
    version: '"0"',
  });
  await page.outbox.add(change('180'));
  await replayOf(page, {
    send: async (entry) => {
      if (server.stored.length === 0) await page.outbox.add(change('181'));
      return server.take(entry);
    },
  })();
  expect(server.stored.map(({ version }) => version)).toEqual(['"0"', '"1"']);
});

test("another member's writes are not sent, and remain for them", async () => {
  const page = await openPageOf(ada);
  const server = createServer();
  await page.outbox.add(message('from Ada'));
  expect(await replayOf(page, { send: server.take, sender: () => ben })()).toEqual({ is: 'empty' });
  await page.database.release();
  expect(await replayOf(page, { send: server.take })()).toEqual({ is: 'signedOut' });
  expect(server.stored).toEqual([]);
  await page.database.claim(ada);
  await replayOf(page, { send: server.take })();
  expect(server.texts()).toEqual(['from Ada']);
});

test('another member who logs in sees no writes, and the previous member’s tab can add none', async () => {
  const page = await openPageOf(ada);
  await page.outbox.add(message('from Ada'));
  await page.database.claim(ben);
  expect(await page.outbox.count(ada)).toBe(0);
  await expect(page.outbox.add(message('late'))).rejects.toThrow('another member');
});

test.each([
  ['the session is over', refusal(401)],
  ["the session is another member's", refusal(403, { code: 'not-your-profile' })],
])('when %s, all writes wait for the login', async (_, answer) => {
  const page = await openPageOf(ada);
  await page.outbox.add(message('one'));
  expect(await replayOf(page, { send: () => answer })()).toEqual({ is: 'signedOut' });
  expect(await page.outbox.entries(ada)).toMatchObject([{ state: 'waiting' }]);
});

test('a refused message has the reason, does not delay later ones, and can be sent again or dropped', async () => {
  const page = await openPageOf(ada);
  const server = createServer();
  const [first] = [await page.outbox.add(message('to nobody')), await page.outbox.add(message('hello'))];
  const refuseFirst = (entry: OutboxEntry): Answer => (entry.id === first.id ? refusal(404) : server.take(entry));
  expect(await replayOf(page, { send: refuseFirst })()).toEqual({ is: 'empty' });
  expect(server.texts()).toEqual(['hello']);
  expect(await page.outbox.entries(ada)).toMatchObject([
    { label: 'to nobody', state: 'failed', reason: { status: 404, message: 'There is no such member.' } },
  ]);
  await page.outbox.retry(first.id);
  await replayOf(page, { send: refuseFirst })();
  expect(await page.outbox.entries(ada)).toMatchObject([{ state: 'failed', tries: 2 }]);
  expect(await page.outbox.drop(first.id)).toBe(true);
  expect(await page.outbox.count(ada)).toBe(0);
});

test('a message whose tab was killed while sending is sent again with the same key', async () => {
  const page = await openPageOf(ada);
  const server = createServer();
  await page.outbox.add(message('one'));
  const killed = replayOf(page, {
    send: (entry) => {
      server.take(entry);
      throw new Error('killed');
    },
  });
  await expect(killed()).rejects.toThrow('killed');
  expect(await page.outbox.entries(ada)).toMatchObject([{ state: 'sending' }]);
  expect(await replayOf(openPage(), { send: server.take })()).toEqual({ is: 'empty' });
  expect(server.texts()).toEqual(['one']);
});

test('a message that is being sent cannot be dropped', async () => {
  const page = await openPageOf(ada);
  const { id } = await page.outbox.add(message('one'));
  let isDropped: boolean | null = null;
  await replayOf(page, {
    send: async () => {
      isDropped = await page.outbox.drop(id);
      return { is: 'lost' };
    },
  })();
  expect(isDropped).toBe(false);
  expect(await page.outbox.count(ada)).toBe(1);
});

test('a busy server is asked again after its Retry-After, a failing one after growing pauses of up to a minute', async () => {
  const page = await openPageOf(ada);
  let clock = 1_000_000;
  const pauses: number[] = [];
  const replay = (answer: Answer): Promise<unknown> =>
    replayOf(page, { send: () => answer, now: () => clock })().then((rest) => {
      if (rest.is !== 'later') throw new Error(rest.is);
      pauses.push(rest.nextMs - clock);
      clock = rest.nextMs;
    });
  await page.outbox.add(message('one'));
  await replay(refusal(429, { retryAfterMs: 90_000 }));
  for (let tries = 0; tries < 8; tries++) await replay(refusal(503));
  expect(pauses[0]).toBe(90_000);
  expect(pauses[1]).toBeGreaterThanOrEqual(1_000);
  expect(pauses[1]).toBeLessThanOrEqual(2_000);
  for (const pause of pauses.slice(-2)) {
    expect(pause).toBeGreaterThanOrEqual(30_000);
    expect(pause).toBeLessThanOrEqual(60_000);
  }
});

test.each([dayMs, 60_000])('a message is not delayed when the device’s clock is set back by %d ms', async (setBackMs) => {
  const page = await openPageOf(ada);
  const server = createServer();
  await page.outbox.add(message('one'));
  const nowMs = 100 * dayMs;
  await replayOf(page, { send: () => refusal(503), now: () => nowMs })();
  await replayOf(page, { send: server.take, now: () => nowMs - setBackMs })();
  expect(server.texts()).toEqual(['one']);
});

test('every tab gets the reply before the write leaves the outbox', async () => {
  const [tab, worker] = [await openPageOf(ada), openPage()];
  const server = createServer();
  const seen = new Promise<unknown>((resolve) =>
    stops.push(tab.outbox.onDelivered((entry, reply) => resolve([entry.label, reply]))),
  );
  const own = new Promise<number>((resolve) =>
    stops.push(worker.outbox.onDelivered(async () => resolve(await worker.outbox.count(ada)))),
  );
  await tab.outbox.add(message('one'));
  await replayOf(worker, { send: server.take })();
  expect(await seen).toEqual(['one', { place: 0 }]);
  expect(await own).toBe(1);
});

test('a logout in another tab removes the outbox, and only a login creates it again', async () => {
  const [tab, other] = [await openPageOf(ada), openPage()];
  await tab.outbox.add(message('one'));
  expect(await other.outbox.count(ada)).toBe(1);
  await other.database.wipe();
  expect(await tab.outbox.count(ada)).toBe(0);
  await expect(tab.outbox.add(message('two'))).rejects.toThrow();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`member-${round}`);
});

test('a write is sent with its key and version, and the server’s refusal or a lost connection is passed on', async () => {
  const seen: unknown[] = [];
  const server = createHttpServer((request, response) => {
    seen.push(request.method, request.url, request.headers['idempotency-key'], request.headers['if-match']);
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '7' });
    response.end(JSON.stringify({ code: 'too-many-requests', message: 'Please wait.' }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const page = await openPageOf(ada);
  const entry = await page.outbox.add({ ...like({ likeType: 'LIKE' }), version: '"3"' });
  expect(await sendEntry({ ...entry, path: origin + entry.path })).toEqual({
    is: 'refused',
    status: 429,
    code: 'too-many-requests',
    message: 'Please wait.',
    retryAfterMs: 7_000,
  });
  expect(seen).toEqual(['PUT', '/api/profile-like', entry.key, '"3"']);
  server.closeAllConnections();
  server.close();
  expect(await sendEntry({ ...entry, path: `${origin}/gone` })).toEqual({ is: 'lost' });
});
