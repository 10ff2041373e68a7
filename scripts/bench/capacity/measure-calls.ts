// Measures the CPU time of the server for each kind of call, and its memory for each socket.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { messages } from '#shared/contract/messages.ts';
import { pictures } from '#shared/contract/pictures.ts';
import { site } from '#shared/contract/site.ts';
import type { Answer } from '#server/testing/app/browser.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import { ask, openSockets, pickMembers, sectorAt, usualMix, type DaySockets } from '#scripts/bench/day-mix.ts';
import type { DayMember, DayPeople } from '#scripts/bench/day-people.ts';
import { metersOf, usedBytesOf, type DayServer } from '#scripts/bench/day-process.ts';
import { median } from '#scripts/bench/figures.ts';
import { naturalPicture } from './natural-picture.ts';

export interface CallCosts {
  readonly callMicros: Readonly<Record<string, number>>;
  readonly answerBytes: Readonly<Record<string, number>>;
  readonly socketBytes: number;
}

const callsARound = 300;
const inFlight = 8;
const idleMs = 4_000;
const pictureCount = 8;
const pictureWidth = 512;

/** Each kind is measured in each round, so that a slow moment of the machine affects all of them. */
export async function measureCalls({ server, people }: DayServer, rounds: number): Promise<CallCosts> {
  const random = seeded(17);
  const owned = await upload(people.active.slice(0, pictureCount), random);
  const { sockets, socketBytes } = await openInParts(server, people.active);
  const kinds = kindsOf(people, sockets, owned, random);
  const micros = new Map<string, number[]>(kinds.map(({ kind }) => [kind, []]));
  const bytes = new Map<string, number[]>(kinds.map(({ kind }) => [kind, []]));
  await metersOf(server);
  const idlePerMs = await idleMicrosPerMs(server);
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round += 1)
    for (const { kind, run } of kinds) {
      const taken = await cpuOf(server, idlePerMs, run);
      if (round === 0) continue;
      micros.get(kind)?.push(taken.micros);
      bytes.get(kind)?.push(taken.bytes);
    }
  sockets.close();
  const medians = (taken: ReadonlyMap<string, number[]>) =>
    Object.fromEntries([...taken].map(([kind, all]) => [kind, Math.max(0, median(all))]));
  return { callMicros: medians(micros), answerBytes: medians(bytes), socketBytes };
}

interface Kind {
  readonly kind: string;
  readonly run: () => Promise<Answer | void>;
}

/** A sent message is also received: all members have a socket. */
function kindsOf(
  people: DayPeople,
  sockets: Pick<DaySockets, 'reopenOne'>,
  owned: ReadonlyMap<DayMember, string>,
  random: () => number,
): Kind[] {
  const member = () => pickMembers(people, random).member;
  const usual = usualMix.map(({ kind, ask: call }): Kind => {
    const run = () => {
      const drawn = pickMembers(people, random);
      return call(drawn.member, drawn, random);
    };
    return { kind, run };
  });
  const all = [...owned];
  const picture = () => {
    const [owner, id] = all[Math.floor(random() * all.length)] as [DayMember, string];
    const args = { params: { id }, query: { scale_x: pictureWidth, orig: undefined } };
    return owner.ask(pictures.getPicture, args, { 'x-forwarded-for': owner.address, accept: 'image/avif,image/webp' });
  };
  const poll = () => {
    const one = member();
    const query = { sinceMessageId: undefined, beforeMessageId: undefined, includeTestData: false };
    return ask(one, messages.getBySector, { params: { sector: sectorAt(one) }, query });
  };
  return [
    ...usual,
    { kind: 'empty', run: () => ask(member(), site.getPing, {}) },
    { kind: 'poll', run: poll },
    { kind: 'picture', run: picture },
    { kind: 'socket', run: () => sockets.reopenOne(random) },
  ];
}

/** The CPU of the server for one call, without what it spends at rest. */
async function cpuOf(server: ChildProcess, idlePerMs: number, run: Kind['run']): Promise<{ micros: number; bytes: number }> {
  const beganMs = performance.now();
  const before = (await metersOf(server)).cpuSeconds;
  let [left, bytes] = [callsARound, 0];
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const answer = await run();
      if (answer && answer.status !== 200 && answer.status !== 204) throw new Error(`A call was answered ${answer.status}.`);
      bytes += answer ? answer.bytes.length : 0;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  const spent = ((await metersOf(server)).cpuSeconds - before) * 1e6;
  return { micros: (spent - idlePerMs * (performance.now() - beganMs)) / callsARound, bytes: bytes / callsARound };
}

async function idleMicrosPerMs(server: ChildProcess): Promise<number> {
  const before = (await metersOf(server)).cpuSeconds;
  await pause(idleMs);
  return (((await metersOf(server)).cpuSeconds - before) * 1e6) / idleMs;
}

/** The members after the first third show the memory of a socket, since the first ones also fill caches. */
async function openInParts(server: ChildProcess, active: readonly DayMember[]) {
  const [third, rest] = [Math.floor(active.length / 3), active.length - Math.floor(active.length / 3)];
  const first = await openSockets(active.slice(0, third));
  const before = await usedBytesOf(server);
  const later = await openSockets(active.slice(third));
  const socketBytes = Math.max(0, ((await usedBytesOf(server)) - before) / rest);
  const sockets = {
    reopenOne: later.reopenOne,
    close() {
      first.close();
      later.close();
    },
  };
  return { sockets, socketBytes };
}

/** Each member uploads a picture. */
async function upload(members: readonly DayMember[], random: () => number): Promise<ReadonlyMap<DayMember, string>> {
  const owned = new Map<DayMember, string>();
  for (const member of members) {
    const picfile = { bytes: await naturalPicture(random), name: 'picture.jpg', type: 'image/jpeg' };
    const fields = { authorProfileId: member.profileId, picfile };
    const { status, body } = await member.form('/api/profile-pic', fields, { 'x-forwarded-for': member.address });
    if (status !== 200) throw new Error(`An upload was answered ${status}.`);
    owned.set(member, String(Reflect.get(Object(body), 'id')));
  }
  return owned;
}
