// No number that a member receives depends on what strangers do, whether they are visible or not.
import { beforeAll, expect, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { allEndpoints } from '#shared/contract/index.ts';
import type { LiveEvent } from '#shared/contract/live.ts';
import { messages, type Message } from '#shared/contract/messages.ts';
import { positions } from '#shared/contract/positions.ts';
import { reports } from '#shared/contract/reports.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { broadcast, like, note, reportPosition, write } from './testing/members/actions.ts';
import { openSocket } from './testing/members/sockets.ts';
import type { Member } from './testing/app/members.ts';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';
import { seededIds } from './testing/app/seeded.ts';
import { testClock } from './testing/app/test-world.ts';
import { unzip } from './testing/app/unzip.ts';

interface Numbers {
  /** Every number by the call or event and the path in its reply. */
  readonly numbers: Readonly<Record<string, unknown>>;
  readonly refused: readonly string[];
  readonly cursors: readonly string[];
  readonly written: readonly Message[];
}

const startMs = Date.UTC(2026, 10, 20, 20);
let [quiet, busy]: Numbers[] = [];
beforeAll(async () => {
  [quiet, busy] = [await record(async () => undefined), await record(strangersAct)];
}, 60_000);

test('replies, events and the archive have the same numbers beside busy strangers', () => {
  expect(Object.keys(quiet?.numbers ?? {}).length).toBeGreaterThan(150);
  expect(busy?.numbers).toEqual(quiet?.numbers);
  // One case that does not exist, and pictures, of which there are none.
  expect(busy?.refused).toEqual(quiet?.refused);
  expect(quiet?.refused.length).toBeLessThan(6);
});

test('consecutive messages of a conversation have consecutive numbers, and a broadcast has its time', () => {
  const [first = 0, ...others] = (busy?.written ?? []).flatMap(({ sector, sequence }) =>
    sector === undefined ? [sequence] : [],
  );
  expect(others).toEqual([first + 1, first + 2, first + 3]);
  for (const { sector, sequence, revision, tsCreated } of busy?.written ?? [])
    expect([sequence, revision]).toEqual(sector === undefined ? [revision, sequence] : [tsCreated, tsCreated]);
});

test('cursors are all different and of one length', () => {
  const cursors = [...(quiet?.cursors ?? []), ...(busy?.cursors ?? [])];
  expect(cursors.length).toBeGreaterThan(10);
  expect(new Set(cursors).size).toBe(cursors.length);
  expect(new Set(cursors.map(({ length }) => length)).size).toBe(1);
});

/** Boris and Anton write to each other and to the area, with `meanwhile` between their actions. Returns what Boris receives. */
async function record(meanwhile: (app: TestApp, strangers: Strangers) => Promise<unknown>): Promise<Numbers> {
  const clock = testClock(startMs);
  // The same published points in every run.
  const app = await openTestApp({ parts: { clock, ids: seededIds(1) } });
  try {
    const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
    const strangers = { hidden: await app.member(), far: [await app.member(), await app.member()], boris } as const;
    await like(strangers.hidden, boris, { blocked: true });
    for (const member of [anton, boris, strangers.hidden]) await reportPosition(member, clock.now());
    const socket = await openSocket(boris);
    socket.say({ type: 'watchSectors', sectors: ['33:-113'] });
    const written: Message[] = [];
    const replies: Record<string, unknown> = {};
    const acts = [
      async () => written.push(await write(anton, boris, 'hello')),
      async () => written.push(await broadcast(anton, 'to the area')),
      async () => (replies['read'] = await boris.call(messages.putMessageRead, { params: { id: written[0]?.id ?? '' } })),
      async () => written.push(await write(boris, anton, 'hello to you')),
      async () => written.push(await broadcast(boris, 'hello, area')),
      () => like(anton, boris),
      async () => written.push(await write(anton, boris, 'how are you?')),
      () => anton.call(messages.putMessageReaction, { params: { id: written[2]?.id ?? '' }, body: { emoji: '👍' } }),
      () => note(boris, anton, 'noted'),
      async () => written.push(await write(boris, anton, 'fine')),
      () => boris.call(messages.deleteMessage, { params: { id: written[4]?.id ?? '' }, query: { forBoth: false } }),
      async () => (replies['report'] = await boris.call(reports.postReport, { body: reportOf(anton) })),
    ];
    for (const act of acts) {
      await meanwhile(app, strangers);
      clock.pass(1_000);
      await act();
      await socket.settled();
    }
    await meanwhile(app, strangers);
    const refused: string[] = [];
    for (const path of pathsFor(boris, anton, written[0]?.id ?? '')) {
      const { status, body } = await boris.send('GET', path);
      replies[nameless(path)] = body;
      if (status !== 200) refused.push(`${status} ${nameless(path)}`);
    }
    replies['archive'] = [...unzip((await boris.ask(account.postExport)).bytes)].map(([name, content]) => [
      name,
      digitsIn(content.toString('latin1')),
    ]);
    replies['written'] = written;
    replies['events'] = socket.received;
    const cursors = socket.frames.flat().flatMap((event: LiveEvent) => (event.type === 'cursor' ? [event.cursor] : []));
    return { numbers: Object.fromEntries(numbersIn(replies)), refused, cursors, written };
  } finally {
    await app.close();
  }
}

interface Strangers {
  /** Blocks Boris, and is in the same sector. */
  readonly hidden: Member;
  /** Write to another area, where they are not shown on the map. */
  readonly far: readonly Member[];
  readonly boris: Member;
}

async function strangersAct(app: TestApp, { hidden, far }: Strangers): Promise<void> {
  const [carl = hidden, dora = hidden] = far;
  for (const member of far)
    await member.call(positions.putPosition, {
      params: { profileId: member.profileId },
      body: {
        profileId: member.profileId,
        use: 'OVERRIDE',
        overrideLat: 52.5,
        overrideLon: 13.4,
        hide: true,
        tsEffectiveUntil: app.clock.now() + hourMs,
      },
    });
  for (const [from, to] of [
    [carl, dora],
    [dora, hidden],
    [hidden, carl],
  ] as const) {
    const sent = await write(from, to, 'between strangers');
    await to.call(messages.putMessageRead, { params: { id: sent.id } });
    await like(from, to);
    await note(from, to, 'noted');
    await broadcast(from, 'by a stranger');
  }
  await carl.call(reports.postReport, { body: reportOf(dora) });
  await app.member();
}

const reportOf = ({ profileId }: Member) =>
  ({ kind: 'profile', itemId: profileId, reason: 'hate', words: '', block: false }) as const;

/** Every call that reads, except for map tiles, with all parameters and queries filled in. */
function pathsFor(boris: Member, anton: Member, messageId: string): string[] {
  const [own, other] = [boris.profileId, anton.profileId];
  const query = [
    `authorProfileId=${own}&aboutProfileId=${other}&likerProfileId=${own}&likedProfileId=${other}&profileIds=${other}`,
    'page=0&size=50&latMin=33&latMax=34&lonMin=-113&lonMax=-112&text=hello&theme=dark',
  ].join('&');
  const given: Record<string, string> = { a: own, b: other, profileId: own, sector: '33:-113' };
  return allEndpoints
    .filter(({ method, who, path }) => method === 'GET' && who === 'USER' && !/export|map\/tiles/.test(path))
    .map(({ path }) => {
      const id = path.startsWith('/api/message/') ? messageId : own;
      return `${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? id)}?${query}`;
    });
}

const idPattern = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
const nameless = (text: string) => text.replaceAll(idPattern, '').replace(/\?.*/, '');
/** Without ids, the port, and the last visit, which is written concurrently. */
const digitsIn = (text: string) =>
  text
    .replaceAll(idPattern, '')
    .replaceAll(
      /localhost:\d+|("(?:lastUsed|endsUnused|lastSeen)": |<dt>(?:last used|ends unused|last seen)<\/dt><dd>)[^<,\n]+/g,
      '',
    )
    .match(/\d+/g);

/** Matches numbers and strings of digits. */
function numbersIn(value: unknown, path = ''): [string, unknown][] {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))) return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => numbersIn(part, `${path}/${nameless(key)}`));
}
