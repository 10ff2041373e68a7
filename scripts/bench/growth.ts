// Compares the cost of calls as conversations, messages of others and hidden members grow, and measures calls of a full map.
import { health } from '#shared/contract/community.ts';
import { urlOf } from '#shared/contract/endpoint.ts';
import { messages } from '#shared/contract/messages.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { site } from '#shared/contract/site.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { reportPosition } from '#server/testing/members/actions.ts';
import { storeMessages, storePeers } from '#server/testing/app/many-rows.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import { createNearbyIndex } from '#server/nearby/index.ts';
import { median, numberFlag, printBar } from './figures.ts';
import { idOf, memberOf } from './population.ts';

const ownMessages = 10_000;
const sectorMembers = 1_500;
const nothing = 'nothing';

/** The cost may grow by this factor with ten times the conversations or a hundred times the messages of others. */
const maxRatio = 1.5;
const maxAggregatesMs = 20;
const maxSectorMs = 8;
const bounded = [
  'list of conversations',
  'nearest, never chatted',
  'count, never chatted',
  'search, a word',
  'search, two letters',
];

/** `--rounds N` (15), `--others N` messages of others (800000), and `--scattered N` members on the map (1000000). */
export async function run(args: string[]): Promise<void> {
  const rounds = numberFlag(args, '--rounds', 15);
  const others = numberFlag(args, '--others', 800_000, 100);
  const app = await openTestApp();
  try {
    const strangers = Array.from({ length: 10_000 }, (_, number) => idOf(number));
    await storePeers(app.world, strangers);
    const members = new Map<number, Member>();
    for (const conversations of [100, 1_000, 10_000]) {
      const member = await app.member();
      await reportPosition(member, app.clock.now());
      await storeMessages(app.world, ownMessages, (n) => [member.profileId, strangers[n % conversations] ?? '']);
      members.set(conversations, member);
    }
    const [few, some, many] = [members.get(100), members.get(1_000), members.get(10_000)];
    if (few === undefined || some === undefined || many === undefined) return;

    const byConversations = [...members].map(([conversations, member]) => ({ size: conversations, member }));
    const times = await compare('Conversations, of which each member has 10,000 messages', rounds, byConversations);
    for (const call of bounded)
      for (const [smaller, larger] of [
        [100, 1_000],
        [1_000, 10_000],
      ] as const)
        printBar({
          what: `${call}: ${larger} / ${smaller} conversations`,
          figure: ratio(times, call, smaller, larger),
          max: maxRatio,
        });

    for (const blocks of [100, 10_000, 20_000]) {
      hide(app, few, blocks);
      await compare('Members hidden', rounds, [{ size: blocks, member: few }]);
    }

    const fewOthers = Math.floor(others / 100);
    const storeOthers = (count: number) =>
      storeMessages(app.world, count, (n) => [strangers[n % 9_000] ?? '', strangers[(n % 9_000) + 1 + (n % 900)] ?? '']);
    await storeOthers(fewOthers);
    const before = await compare('Messages of others', rounds, [{ size: fewOthers, member: many }]);
    await storeOthers(others - fewOthers);
    const after = await compare('Messages of others', rounds, [{ size: others, member: many }]);
    for (const call of bounded) {
      const figure = ratio(new Map([...before, ...after]), call, fewOthers, others);
      printBar({ what: `${call}: ${others} / ${fewOthers} messages of others`, figure, max: maxRatio });
    }
  } finally {
    await app.close();
  }
  await measureMap(rounds, numberFlag(args, '--scattered', 1_000_000));
}

/** Measures with members scattered over land and sea, and 1,500 in one sector. */
async function measureMap(rounds: number, scattered: number): Promise<void> {
  const index = createNearbyIndex();
  const random = seeded(5);
  for (let number = 0; number < scattered; number += 1) {
    const place = { lat: -60 + random() * 120, lon: -180 + random() * 360 };
    const member = memberOf(number, 0);
    index.put({ ...member, ...place, brief: { ...member.brief, ...place } });
  }
  for (let number = 0; number < sectorMembers; number += 1) {
    const place = { lat: 70 + random() * 0.99, lon: 20 + random() * 0.99 };
    const member = memberOf(scattered + number, 0);
    index.put({ ...member, ...place, brief: { ...member.brief, ...place } });
  }
  const app = await openTestApp({ parts: { nearby: index } });
  try {
    const member = await app.member();
    // The replies are not parsed, since the client's parsing is not part of the server's cost.
    const calls = {
      aggregates: () => member.send('GET', urlOf(nearby.getAggregates.path, undefined, { includeTestData: false })),
      'by-sector': () =>
        member.send(
          'GET',
          urlOf(nearby.getBySector.path, { sector: '70:20' }, { page: 0, size: sectorMembers, includeTestData: false }),
        ),
    };
    // Each call follows a change in the area, so that no answer is only repeated.
    const afterMove = async (call: () => Promise<unknown>) => {
      index.put({ ...memberOf(0, 0), lat: 70 + random() * 0.99, lon: 20 + random() * 0.99 });
      return cpuMsOf(call);
    };
    const empty = await medianMs(rounds, () => cpuMsOf(() => member.call(site.getPing)));
    console.log(
      `\n${scattered} members scattered, ${sectorMembers} in a sector: CPU ms of client and server, without ${empty.toFixed(1)} of an empty call`,
    );
    const ms = (call: () => Promise<unknown>) => medianMs(rounds, () => afterMove(call)).then((all) => Math.max(0, all - empty));
    printBar({ what: `aggregates at ${scattered}, ms`, figure: await ms(calls.aggregates), max: maxAggregatesMs });
    printBar({ what: `by-sector of ${sectorMembers}, ms`, figure: await ms(calls['by-sector']), max: maxSectorMs });
  } finally {
    await app.close();
  }
}

async function cpuMsOf(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function medianMs(rounds: number, take: () => Promise<number>): Promise<number> {
  const taken: number[] = [];
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) taken.push(await take());
  return median(taken.slice(1));
}

/** The median CPU ms by call and size, without that of an empty call. */
type Times = ReadonlyMap<string, number>;

/** Times below half a millisecond are about that of an empty call, so their differences are noise. */
const ratio = (times: Times, call: string, smaller: number, larger: number): number =>
  (times.get(`${call} ${larger}`) ?? NaN) / Math.max(0.5, times.get(`${call} ${smaller}`) ?? NaN);

interface Measured {
  readonly size: number;
  readonly member: Member;
}

type Calls = Readonly<Record<string, () => Promise<unknown>>>;

function callsOf(member: Member): Calls {
  const around = { page: 0, size: 30, includeTestData: false, withPicture: false, onlineNow: false };
  const search = (text: string) => () => member.call(messages.getSearch, { query: { text, beforeMessageId: undefined } });
  return {
    'list of conversations': () => member.call(messages.getMostRecentWith, { params: { id: member.profileId }, query: {} }),
    'health reports': () => member.call(health.getHealthReporting),
    nearest: () => member.call(nearby.getNearest, { query: around }),
    'nearest, never chatted': () => member.call(nearby.getNearest, { query: { ...around, neverChatted: true } }),
    'count, never chatted': () => member.call(nearby.getNearestCount, { query: { ...around, neverChatted: true } }),
    'search, a word': search('museum'),
    'search, two letters': search('fe'),
  };
}

/** Prints the median CPU time of each call at each size, without that of a call that does nothing. */
async function compare(what: string, rounds: number, sizes: readonly Measured[]): Promise<Times> {
  const times = new Map<string, number[]>();
  const take = async (name: string, call: () => Promise<unknown>) => {
    times.set(name, [...(times.get(name) ?? []), await cpuMsOf(call)]);
  };
  for (let round = 0; round < rounds; round += 1)
    for (const { size, member } of sizes) {
      await take(nothing, () => member.call(site.getPing));
      for (const [name, call] of Object.entries(callsOf(member))) await take(`${name} ${size}`, call);
    }
  const medianOf = (name: string) => median(times.get(name) ?? []);
  console.log(`\n${what}: CPU ms of client and server, without ${medianOf(nothing).toFixed(1)} of an empty call`);
  const names = sizes.flatMap(({ member }) => Object.keys(callsOf(member)));
  console.table(
    [...new Set(names)].map((call) => {
      const ms = sizes.map(({ size }) => Math.max(0, medianOf(`${call} ${size}`) - medianOf(nothing)));
      const slope = ms.length > 1 ? { 'last / first': ((ms.at(-1) ?? 0) / Math.max(0.1, ms[0] ?? 0)).toFixed(1) } : {};
      return { call, ...Object.fromEntries(sizes.map(({ size }, at) => [`${size} `, ms[at]?.toFixed(2)])), ...slope };
    }),
  );
  return new Map([...times.keys()].map((name) => [name, Math.max(0, medianOf(name) - medianOf(nothing))]));
}

/** Hides members as the events of real blocks do. The viewer has conversations with the first hidden members. */
function hide({ world }: TestApp, { profileId }: Member, count: number): void {
  for (let number = 50; number < count + 50; number += 1)
    world.bus.publish({ type: 'blockChanged', blockerId: profileId, blockedId: idOf(number), isBlocked: true });
}
