// Fills the database of the day's bench with members on the map, members who use the app, and members with very much data.
import { readConfig } from '#server/config.ts';
import { createSessionsService } from '#server/features/session/sessions.service.ts';
import { openWorld } from '#server/open-world.ts';
import { browserOf, type Browser } from '#server/testing/app/browser.ts';
import { storeMessages } from '#server/testing/app/many-rows.ts';
import type { World } from '#server/world.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { accountIdOf, fillDatabase } from './filled-database.ts';
import { idOf, memberOf } from './population.ts';

export interface Sizes {
  readonly members: number;
  readonly sockets: number;
  readonly conversations: number;
  readonly blocks: number;
  /** Messages of the member who leaves (10,000). */
  readonly leavingMessages?: number;
  /** Ended sessions for the first sweep (5,000). */
  readonly endedSessions?: number;
}

export interface DayMember extends Browser {
  readonly number: number;
  readonly profileId: string;
  readonly lat: number;
  readonly lon: number;
  /** The address as a proxy forwards it. */
  readonly address: string;
}

export interface DayPeople {
  /** Members who have an open socket each. */
  readonly active: readonly DayMember[];
  /** A member with very many conversations. */
  readonly correspondent: DayMember;
  /** A member who hides very many others. */
  readonly blocker: DayMember;
  /** A member with a long history who leaves during the bench. */
  readonly leaving: DayMember;
}

const membersPerAddress = 40;

/** Creates the database. The first members have sessions in it. */
export async function fillDay(env: Readonly<Record<string, string>>, origin: string, sizes: Sizes): Promise<DayPeople> {
  const { members, sockets, conversations, blocks, leavingMessages = 10_000, endedSessions = 5_000 } = sizes;
  const config = readConfig(env);
  await (await openWorld(config)).close();
  fillDatabase(config.dataDir, members, { hasPictures: false });
  const world = await openWorld(config);
  try {
    const people: DayMember[] = [];
    for (let number = 0; number < sockets + 3; number += 1) people.push(await signedIn(world, origin, number));
    const active = people.slice(0, sockets);
    const [correspondent, blocker, leaving] = people.slice(sockets);
    if (correspondent === undefined || blocker === undefined || leaving === undefined)
      throw new Error('There are too few members.');
    const others = (n: number) => idOf(sockets + 3 + (n % (members - sockets - 3)));
    await storeMessages(world, 2 * conversations, (n) => [correspondent.profileId, others(n % conversations)]);
    await storeMessages(world, leavingMessages, (n) => [leaving.profileId, others(n % 200)]);
    await storeMessages(world, 20 * sockets, (n) => [idOf(n % sockets), idOf((n + 1 + Math.floor(n / sockets)) % sockets)]);
    await storeBlocks(world, blocker.profileId, Math.min(blocks, members - sockets - 3), others);
    await storeEndedSessions(world, endedSessions);
    return { active, correspondent, blocker, leaving };
  } finally {
    await world.close();
  }
}

async function signedIn(world: World, origin: string, number: number): Promise<DayMember> {
  const [accountId, profileId] = [accountIdOf(number), idOf(number)];
  const newSession = { accountId, profileId, isRemembered: true, byLink: true, device: 'Bench' };
  const cookie = await world.db.write((tx) => createSessionsService(world).create(tx, newSession));
  const group = Math.floor(number / membersPerAddress);
  const address = `10.${(group >> 8) & 255}.${group & 255}.1`;
  const browser = browserOf(origin);
  browser.cookies.set('sid', cookie);
  const { lat, lon } = memberOf(number, 0);
  return { ...browser, number, profileId, lat, lon, address };
}

async function storeBlocks({ db, clock }: World, blockerId: string, count: number, others: (n: number) => string): Promise<void> {
  const now = clock.now();
  for (let from = 0; from < count; from += 1_000)
    await db.write(async (tx) => {
      for (let n = from; n < Math.min(count, from + 1_000); n += 1)
        await tx
          .insertInto('likes')
          .values({
            liker_id: blockerId,
            liked_id: others(n),
            like_type: 'UNDETERMINED',
            is_blocked: 1,
            created_ms: now,
            changed_ms: now,
          })
          .execute();
    });
}

async function storeEndedSessions(world: World, count: number): Promise<void> {
  const newSession = { accountId: accountIdOf(0), profileId: idOf(0), isRemembered: false, byLink: true, device: 'Bench' };
  const { clock } = world;
  const earlier = { ...world, clock: { ...clock, now: () => clock.now() - 400 * dayMs } };
  await world.db.write(async (tx) => {
    for (let n = 0; n < count; n += 1) await createSessionsService(earlier).create(tx, newSession);
  });
}
