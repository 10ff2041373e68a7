// Tests for any database: whatever changes between a page's first calls and its hello, the page fetches again, and nothing else.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { LiveEvent } from '#shared/contract/live.ts';
import { likes } from '#shared/contract/likes.ts';
import { mutes } from '#shared/contract/mutes.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { notes } from '#shared/contract/notes.ts';
import { notifications } from '#shared/contract/notifications.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { settings } from '#shared/contract/settings.ts';
import { markText, parseMark, answerMarkHeader, type AnswerMark } from '#shared/rules/answer-mark.ts';
import type { Answer } from '#server/testing/app/browser.ts';
import type { Member } from '#server/testing/app/members.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import type { OpenTestApp, TestApp } from '#server/testing/app/test-app.ts';
import { like, note, reportPosition } from '#server/testing/members/actions.ts';
import { openSocket, type TestSocket } from '#server/testing/members/sockets.ts';

const sector = '33:-113';
const waitOptions = { timeout: 20_000, interval: 20 };

/** What a page shows, how it is read, and the events that concern it. */
const views: Record<string, { read: (own: Member) => Promise<Answer<unknown>>; events: readonly LiveEvent['type'][] }> = {
  settings: { read: (own) => own.ask(settings.getSettings), events: ['settings'] },
  profile: {
    read: (own) => own.ask(profiles.getProfile, { params: { id: own.profileId }, query: { admin: false } }),
    events: ['profile'],
  },
  notifications: {
    read: (own) => own.ask(notifications.getNotifications, { params: { profileId: own.profileId } }),
    events: ['notifications', 'like', 'gone'],
  },
  mutes: { read: (own) => own.ask(mutes.getMutes), events: ['mutes', 'gone'] },
  likes: {
    read: (own) => own.ask(likes.getLikesByLiked, { params: { id: own.profileId }, query: { before: undefined } }),
    events: ['like', 'gone'],
  },
  notes: {
    read: (own) => own.ask(notes.getProfileNotes, { query: { authorProfileId: own.profileId, after: undefined } }),
    events: ['note', 'gone'],
  },
  nearest: {
    read: (own) =>
      own.ask(nearby.getNearest, { query: { page: 0, size: 30, includeTestData: false, withPicture: false, onlineNow: false } }),
    events: ['brief', 'left', 'gone'],
  },
};

let changeCount = 0;
const rename = (member: Member) =>
  member.call(profiles.putProfile, { body: { id: member.profileId, profilename: `Name ${++changeCount}` } });

/** Changes that `own` sees, made by themselves on another device or by another member. */
const changes: Record<string, (own: Member, other: Member, app: TestApp) => Promise<unknown>> = {
  settings: (own) => own.call(settings.putSettings, { body: { sendTyping: ++changeCount % 2 === 0 } }),
  profile: rename,
  mutes: (own, other) =>
    own.call(mutes.putMute, { body: { profileId: other.profileId, lastsMs: ++changeCount % 2 === 0 ? 0 : null } }),
  likes: (own, other) =>
    other.call(likes.putProfileLike, {
      body: {
        likerProfileId: other.profileId,
        likedProfileId: own.profileId,
        likeType: ++changeCount % 2 === 0 ? 'LIKE' : 'UNDETERMINED',
      },
    }),
  notes: (own, other) => note(own, other, `Note ${++changeCount}`),
  brief: (_own, other) => rename(other),
  hiding: (_own, other, { world }) => reportPosition(other, world.clock.now(), { hide: ++changeCount % 2 === 0 }),
  block: (own, other) => like(other, own, { blocked: true }),
};
const unblock = (own: Member, other: Member) => like(other, own, { blocked: false });

/** Opens a page that does what the client does: it reads all views, opens a socket, and reads again what the hello concerns. */
async function openPage(own: Member, at: (step: string) => Promise<unknown>, withSince = true) {
  const shown = new Map<string, unknown>();
  const reads: string[] = [];
  let earliest: AnswerMark | null = null;
  async function read(name: string): Promise<void> {
    reads.push(name);
    const answer = await views[name]?.read(own);
    const mark = parseMark(String(answer?.headers[answerMarkHeader]));
    if (mark !== null && (earliest === null || mark.ms < earliest.ms)) earliest = mark;
    shown.set(name, answer?.body);
  }
  await at('before the calls');
  const calls = Object.keys(views).map((name) => read(name));
  await at('during the calls');
  await Promise.all(calls);
  await at('after the calls');
  const socket = await openSocket(own, { resumes: false });
  await at('after the socket is open');
  const since = earliest !== null && withSince ? { since: markText(earliest), sectors: [sector] } : {};
  socket.say({ type: 'resume', cursor: null, ...since });
  await at('before the hello');
  const hello = await socket.until('hello');
  const { missed } = hello;
  socket.received.splice(0, socket.received.indexOf(hello) + 1);
  reads.length = 0;
  for (const [name, { events }] of Object.entries(views))
    if (missed === undefined || events.some((event) => missed.includes(event))) await read(name);
  const again = [...reads];
  await at('after the hello');
  return { socket, shown, read, hello, missed, again };
}

/** Reads what later events concern, until all views show the truth. Events of members nearby may come after the answer to a change. */
async function expectTruth(own: Member, page: Awaited<ReturnType<typeof openPage>>, what: string): Promise<void> {
  await vi.waitFor(async () => {
    await page.socket.settled();
    const later = new Set(page.socket.received.splice(0).map(({ type }) => type));
    for (const [name, { events }] of Object.entries(views)) if (events.some((event) => later.has(event))) await page.read(name);
    for (const [name, { read }] of Object.entries(views))
      expect(page.shown.get(name), `${name}: ${what}`).toEqual((await read(own)).body);
  }, waitOptions);
  page.socket.drop();
}

const steps = [
  'before the calls',
  'during the calls',
  'after the calls',
  'after the socket is open',
  'before the hello',
  'after the hello',
] as const;

export function missedTests(open: OpenTestApp): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await open({ limits: { socketsPerAddress: 500 } });
  });
  afterAll(() => app.close());

  async function placed(): Promise<[Member, Member]> {
    const two: [Member, Member] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
    for (const member of two) await reportPosition(member, app.world.clock.now());
    app.clock.pass(60_000);
    await vi.waitFor(async () => {
      for (const [one, other] of [two, two.toReversed()] as [Member, Member][])
        expect((await views.nearest?.read(one))?.body).toContainEqual(expect.objectContaining({ profileId: other.profileId }));
    }, waitOptions);
    return two;
  }

  test.each(Object.keys(changes))('a page shows a change of %s, whenever it is made', async (kind) => {
    const [own, other] = await placed();
    for (const step of steps) {
      await unblock(own, other);
      const page = await openPage(own, async (now) => {
        app.clock.pass(1);
        if (now === step) await changes[kind]?.(own, other, app);
        app.clock.pass(1);
      });
      await expectTruth(own, page, step);
    }
  });

  test('a block that ended at any time until the socket was open is shown as ended', async () => {
    const [own, other] = await placed();
    // Open pages get no event for the end of a block.
    for (const step of steps.slice(0, 4)) {
      await changes.block?.(own, other, app);
      const page = await openPage(own, async (now) => {
        app.clock.pass(1);
        if (now === step) await unblock(own, other);
      });
      await expectTruth(own, page, step);
    }
  });

  test('25 seeded pages with several changes each show the truth', async () => {
    const random = seeded(13);
    const [own, other] = await placed();
    const kinds = Object.keys(changes);
    for (let round = 0; round < 25; round += 1) {
      const made: string[] = [];
      const page = await openPage(own, async (now) => {
        if (random() < 0.5) app.clock.pass(1);
        for (const kind of kinds)
          if (random() < 0.1) {
            made.push(`${kind} ${now}`);
            await changes[kind]?.(own, other, app).catch(() => undefined);
          }
      });
      await expectTruth(own, page, made.join());
    }
  });

  test('a page that missed nothing reads nothing again', async () => {
    const [own, other] = await placed();
    const page = await openPage(own, async (now) => {
      app.clock.pass(1);
      if (now === 'before the calls')
        for (const kind of ['settings', 'profile', 'mutes', 'likes', 'notes', 'block']) await changes[kind]?.(own, other, app);
      app.clock.pass(1);
    });
    expect(page.missed).toEqual([]);
    expect(page.again).toEqual([]);
    page.socket.drop();
  });

  test('only what a change concerns is read again', async () => {
    const [own, other] = await placed();
    const page = await openPage(own, async (now) => {
      app.clock.pass(1);
      if (now === 'after the calls') await note(own, other, 'met at the lake');
    });
    expect(page.missed).toEqual(['note']);
    expect(page.again).toEqual(['notes']);
    page.socket.drop();
  });

  test('a change that the member cannot see, or that is in another sector, is not reported', async () => {
    const [own, other] = await placed();
    await changes.block?.(own, other, app);
    const far = await app.member({ name: 'Cem' });
    await reportPosition(far, app.world.clock.now(), { lat: 52.5, lon: 13.4 });
    app.clock.pass(60_000);
    const page = await openPage(own, async (now) => {
      app.clock.pass(1);
      if (now !== 'after the calls') return;
      await rename(other);
      await rename(far);
    });
    expect(page.missed).toEqual([]);
    page.socket.drop();
  });

  test('an earlier client, which sends no mark, learns nothing of missed changes, and reads everything again', async () => {
    const [own] = await placed();
    const page = await openPage(own, () => Promise.resolve(), false);
    expect(page.hello).toEqual({ type: 'hello', mustResync: false });
    expect(page.again).toEqual(Object.keys(views));
    page.socket.drop();
  });

  test('after too many events, too long a time or with an invalid mark, a page reads everything again', async () => {
    const small = await open({ limits: { recentEvents: 3, recentEventsMs: 1_000 } });
    try {
      const [own, other] = [await small.member({ name: 'Anton' }), await small.member({ name: 'Boris' })];
      const missedAfter = async (between: () => Promise<unknown>) => {
        const page = await openPage(own, async (now) => {
          small.clock.pass(1);
          if (now === 'after the calls') await between();
        });
        page.socket.drop();
        return page.missed;
      };
      expect(await missedAfter(() => note(own, other, 'one'))).toEqual(['note']);
      const many = async () => {
        for (let n = 0; n < 10; n += 1) await note(own, other, `${n}`);
      };
      expect(await missedAfter(many)).toBeUndefined();
      const late = async () => {
        await note(own, other, 'before');
        small.clock.pass(2_001);
        await note(own, other, 'after');
      };
      expect(await missedAfter(late)).toBeUndefined();
      for (const since of ['', 'x', '.5', 'another-run.0', `${crypto.randomUUID()}.0`]) {
        const socket: TestSocket = await openSocket(own, { resumes: false });
        socket.say({ type: 'resume', cursor: null, since, sectors: [] });
        expect((await socket.until('hello')).missed, since).toBeUndefined();
        socket.drop();
      }
    } finally {
      await small.close();
    }
  });
}
