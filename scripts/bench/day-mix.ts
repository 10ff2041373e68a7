// The calls of the day's bench: those of all members in their usual mix, and those of members with very much data.
import WebSocket from 'ws';
import { health } from '#shared/contract/community.ts';
import type { CallArgs, Endpoint } from '#shared/contract/endpoint.ts';
import { messages } from '#shared/contract/messages.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { positions } from '#shared/contract/positions.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { hourMs } from '#shared/rules/durations.ts';
import type { Answer } from '#server/testing/app/browser.ts';
import type { DayMember, DayPeople } from './day-people.ts';

/** A call, and the kind under which its time is counted. */
export interface DayCall {
  readonly kind: string;
  readonly run: () => Promise<Answer>;
}

export const ask = <P, Q, B, R>(member: DayMember, endpoint: Endpoint<P, Q, B, R>, args: CallArgs<Endpoint<P, Q, B, R>>) =>
  member.ask(endpoint, args, { 'x-forwarded-for': member.address });

const around = { page: 0, size: 30, includeTestData: false, withPicture: false, onlineNow: false };
const newest = { sinceMessageId: undefined, beforeMessageId: undefined };
export const sectorAt = ({ lat, lon }: DayMember) => `${Math.floor(lat)}:${Math.floor(lon)}`;

interface UsualCall {
  readonly kind: string;
  /** Its share of all calls. */
  readonly share: number;
  /** `other` is any active member, and `next` the one with whom the member has a conversation. */
  readonly ask: (
    member: DayMember,
    others: { readonly other: DayMember; readonly next: DayMember },
    random: () => number,
  ) => Promise<Answer>;
}

/** Of the calls, 70 % are for nearest, sector and profile, 15 % for messages, 10 % send, and 5 % report positions. */
export const usualMix: readonly UsualCall[] = [
  {
    kind: 'nearest',
    share: 0.4,
    ask: (member) => ask(member, nearby.getNearest, { query: { ...around, lat: member.lat, lon: member.lon } }),
  },
  {
    kind: 'sector',
    share: 0.15,
    ask: (member) =>
      ask(member, nearby.getBySector, {
        params: { sector: sectorAt(member) },
        query: { page: 0, size: 100, includeTestData: false },
      }),
  },
  {
    kind: 'profile',
    share: 0.15,
    ask: (member, { other }) => ask(member, profiles.getProfile, { params: { id: other.profileId }, query: { admin: false } }),
  },
  {
    kind: 'conversations',
    share: 0.07,
    ask: (member) => ask(member, messages.getMostRecentWith, { params: { id: member.profileId }, query: {} }),
  },
  {
    kind: 'conversation',
    share: 0.08,
    ask: (member, { next }) =>
      ask(member, messages.getBetween, { params: { a: member.profileId, b: next.profileId }, query: newest }),
  },
  {
    kind: 'send',
    share: 0.1,
    ask: (member, { next }) =>
      ask(member, messages.postMessage, {
        body: {
          senderProfileId: member.profileId,
          recipientProfileId: next.profileId,
          bodyText: 'See you at the lake?',
          profilePicIds: [],
        },
      }),
  },
  {
    kind: 'position',
    share: 0.05,
    ask: (member, _others, random) => {
      const { profileId, lat, lon } = member;
      const moved = { overrideLat: lat + (random() - 0.5) / 50, overrideLon: lon + (random() - 0.5) / 50 };
      const body = { profileId, use: 'OVERRIDE', ...moved, hide: false, tsEffectiveUntil: Date.now() + hourMs } as const;
      return ask(member, positions.putPosition, { params: { profileId }, body });
    },
  },
];

/** A call of any active member, drawn by the shares of the mix. */
export function usualCall(people: DayPeople, random: () => number): DayCall {
  const drawn = pickMembers(people, random);
  let left = random();
  const usual = usualMix.find(({ share }) => (left -= share) < 0) ?? (usualMix.at(-1) as UsualCall);
  return { kind: usual.kind, run: () => usual.ask(drawn.member, drawn, random) };
}

export function pickMembers({ active }: DayPeople, random: () => number) {
  const pick = (): DayMember => active[Math.floor(random() * active.length)] as DayMember;
  const [member, other] = [pick(), pick()];
  return { member, other, next: active[(member.number + 1) % active.length] ?? other };
}

/** The calls of a member with very many conversations, and then those of one who blocks very many others. */
export function unusualCalls({ correspondent, blocker }: DayPeople): DayCall[] {
  return [correspondent, blocker].flatMap((member) => {
    const who = member === correspondent ? 'correspondent' : 'blocker';
    const { profileId, lat, lon } = member;
    const query = { ...around, lat, lon };
    const calls: Record<string, () => Promise<Answer>> = {
      conversations: () => ask(member, messages.getMostRecentWith, { params: { id: profileId }, query: {} }),
      'health reports': () => ask(member, health.getHealthReporting, {}),
      nearest: () => ask(member, nearby.getNearest, { query }),
      'never chatted': () => ask(member, nearby.getNearest, { query: { ...query, neverChatted: true } }),
      'never chatted, count': () => ask(member, nearby.getNearestCount, { query: { ...query, neverChatted: true } }),
      search: () => ask(member, messages.getSearch, { query: { text: 'fe', beforeMessageId: undefined } }),
      aggregates: () => ask(member, nearby.getAggregates, { query: { includeTestData: false } }),
    };
    return Object.entries(calls).map(([what, run]) => ({ kind: `${what} of the ${who}`, run }));
  });
}

export interface DaySockets {
  /** Drops a socket, and opens a new one that resumes from the last cursor. */
  reopenOne(random: () => number): Promise<void>;
  /** Counts the sockets that were closed by the server. Each of them is a fault. */
  readonly lost: () => number;
  readonly frames: () => number;
  close(): void;
}

/** Opens a socket for each member. It watches the member's sector. */
export async function openSockets(members: readonly DayMember[]): Promise<DaySockets> {
  const open = new Map<DayMember, WebSocket>();
  const cursors = new Map<DayMember, string>();
  let [lost, frames, isClosing] = [0, 0, false];

  async function connect(member: DayMember): Promise<void> {
    const { port, host, origin } = new URL(member.origin);
    const cookie = `sid=${member.cookies.get('sid') ?? ''}`;
    const headers = { host, origin, cookie, 'x-forwarded-for': member.address };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/ws`, { headers, perMessageDeflate: false });
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    socket.on('message', (data) => {
      frames += 1;
      const cursor = /"type":"cursor","cursor":"([^"]+)"/.exec(String(data))?.[1];
      if (cursor !== undefined) cursors.set(member, cursor);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (open.get(member) !== socket || isClosing) return;
      open.delete(member);
      lost += 1;
    });
    socket.send(JSON.stringify({ type: 'resume', cursor: cursors.get(member) ?? null }));
    socket.send(JSON.stringify({ type: 'watchSectors', sectors: [sectorAt(member)] }));
    open.set(member, socket);
  }

  for (let from = 0; from < members.length; from += 20) await Promise.all(members.slice(from, from + 20).map(connect));
  return {
    lost: () => lost,
    frames: () => frames,
    async reopenOne(random) {
      const member = members[Math.floor(random() * members.length)];
      const socket = member && open.get(member);
      if (member === undefined || socket === undefined) return;
      open.delete(member);
      socket.terminate();
      await connect(member);
    },
    close() {
      isClosing = true;
      for (const socket of open.values()) socket.terminate();
    },
  };
}
