// Compares the cost of calls as conversations, messages of others and hidden members grow.
import { health } from '#shared/contract/community.ts';
import { messages } from '#shared/contract/messages.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { site } from '#shared/contract/site.ts';
import type { Db, Tx } from '#server/db/open.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { reportPosition } from '#server/testing/members/actions.ts';
import { median, numberFlag } from './figures.ts';
import { idOf } from './population.ts';

const words = 'ferry harbour coffee tonight station friends dinner lake museum bicycle weekend theatre garden market'.split(' ');
const piece = 1_000;
const ownMessages = 10_000;
const nothing = 'nothing';

/** `--rounds N` (15), `--others N` messages of others at the larger size (800000), a sixteenth of it at the smaller one. */
export async function run(args: string[]): Promise<void> {
  const rounds = numberFlag(args, '--rounds', 15);
  const others = numberFlag(args, '--others', 800_000, 16);
  const app = await openTestApp();
  try {
    const strangers = await storePeers(app, 10_000);
    const members = new Map<number, Member>();
    for (const conversations of [100, 1_000, 10_000]) {
      const member = await app.member();
      await reportPosition(member, app.clock.now());
      await storeMessages(app, ownMessages, (n) => [member.profileId, strangers[n % conversations] ?? '']);
      members.set(conversations, member);
    }
    const few = members.get(100);
    const many = members.get(10_000);
    if (few === undefined || many === undefined) return;

    const byConversations = [...members].map(([conversations, member]) => ({ size: conversations, member }));
    await compare('Conversations, of which each member has 10,000 messages', rounds, byConversations);

    for (const blocks of [100, 10_000, 20_000]) {
      hide(app, few, blocks);
      await compare('Members hidden', rounds, [{ size: blocks, member: few }]);
    }

    for (const stored of [others / 16, others]) {
      const before = stored === others ? others / 16 : 0;
      await storeMessages(app, stored - before, (n) => [
        strangers[n % 9_000] ?? '',
        strangers[(n % 9_000) + 1 + (n % 900)] ?? '',
      ]);
      await compare('Messages of others', rounds, [{ size: stored, member: many }]);
    }
  } finally {
    await app.close();
  }
}

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
async function compare(what: string, rounds: number, sizes: readonly Measured[]): Promise<void> {
  const times = new Map<string, number[]>();
  const take = async (name: string, call: () => Promise<unknown>) => {
    const before = process.cpuUsage();
    await call();
    const { user, system } = process.cpuUsage(before);
    times.set(name, [...(times.get(name) ?? []), (user + system) / 1_000]);
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
}

async function storePeers({ world, clock }: TestApp, count: number): Promise<string[]> {
  const profileIds = Array.from({ length: count }, (_, number) => idOf(number));
  await inPieces(world.db, count, async (tx, from, to) => {
    const piece = profileIds.slice(from, to);
    const common = { is_test: 0, created_ms: clock.now() } as const;
    await tx
      .insertInto('accounts')
      .values(
        piece.map((id) => ({
          ...common,
          id: `account ${id}`,
          email: null,
          pending_email: null,
          name: '',
          password_hash: null,
          roles: '["USER"]',
          profile_id: id,
          preferences: '{}',
          acknowledgements: '[]',
        })),
      )
      .execute();
    await tx
      .insertInto('profiles')
      .values(
        piece.map((id) => ({
          ...common,
          id,
          account_id: `account ${id}`,
          profilename: 'Peer',
          pic_ids: '[]',
          pic_ids_private: '[]',
          birthdate: '1990-01-01',
          height: '',
          weight: '',
          height_cm: null,
          weight_kg: null,
          description: '',
          characteristics: '[]',
          version: 1,
          seen_ms: 0,
          updated_ms: 0,
        })),
      )
      .execute();
  });
  return profileIds;
}

async function storeMessages(
  { world, clock }: TestApp,
  count: number,
  between: (number: number) => readonly [string, string],
): Promise<void> {
  await inPieces(world.db, count, async (tx, from, to) => {
    for (let number = from; number < to; number += 1) {
      const [a, b] = between(number);
      const [sender_id, recipient_id] = Math.floor(number / 7) % 2 === 0 ? [a, b] : [b, a];
      const sequence = await world.db.nextSequence(tx);
      const pair = [a, b].toSorted().join(':');
      const text = Array.from(
        { length: 8 },
        (_, at) => `${words[(number * 7 + at * 5) % words.length]}${(number * at) % 5 === 0 ? number % 900 : ''}`,
      );
      await tx
        .insertInto('messages')
        .values({
          id: crypto.randomUUID(),
          sequence,
          revision: sequence,
          sender_revision: sequence,
          place: 1,
          changes: 0,
          sender_changes: 0,
          pair,
          sender_id,
          recipient_id,
          sector: null,
          body_text: text.join(' '),
          pic_ids: '[]',
          idempotency_key: String(sequence),
          created_ms: clock.now() + number,
          read_ms: clock.now(),
          is_read_told: 0,
          recipient_deleted_ms: null,
          sender_deleted_ms: null,
          is_test: 0,
          reply_to_id: null,
          sender_reaction: null,
          recipient_reaction: null,
        })
        .execute();
      await tx
        .insertInto('conversations')
        .values([
          { profile_id: a, peer_id: b, pair },
          { profile_id: b, peer_id: a, pair },
        ])
        .onConflict((conflict) => conflict.columns(['profile_id', 'peer_id']).doNothing())
        .execute();
    }
  });
}

async function inPieces(db: Db, count: number, work: (tx: Tx, from: number, to: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += piece) await db.write((tx) => work(tx, from, Math.min(count, from + piece)));
}

/** As the events of real blocks do; of the first members hidden the viewer has conversations. */
function hide({ world }: TestApp, { profileId }: Member, count: number): void {
  for (let number = 50; number < count + 50; number += 1)
    world.bus.publish({ type: 'blockChanged', blockerId: profileId, blockedId: idOf(number), isBlocked: true });
}
