// Fills the server's database with demo members: npm run seed -- 200
import { linkOrigin } from '#server/features/session/link-origin.ts';
import { createLinksStore } from '#server/features/session/links.store.ts';
import { hashOfSecret } from '#server/features/session/hash-of-secret.ts';
import { readConfig, type Config } from '#server/config.ts';
import { openWorld } from '#server/open-world.ts';
import type { World } from '#server/world.ts';
import { seedCommunity } from './seed/community.ts';
import { seedGames } from './seed/games.ts';
import { seedMembers } from './seed/members.ts';
import { demoPerson } from './seed/people.ts';
import { seedInteractions } from './seed/interactions.ts';

export interface Seeded {
  readonly added: number;
  /** Logs in as the first member, once within half an hour. */
  readonly loginLink: string;
}

const maxMembers = 5_000;

/**
 * Adds demo members 1 to `count` with up to four of `drawings` different pictures. It can be run again: for existing members only
 * position and last visit are updated.
 */
export async function seed(world: World, count: number, drawings = 60): Promise<Seeded> {
  const people = Array.from({ length: count }, (_, i) => demoPerson(i + 1));
  const added = await seedMembers(world, people, drawings);
  await seedInteractions(world, people, added);
  await seedGames(world, people, added);
  await seedCommunity(world, people, added);
  return { added: added.size, loginLink: await linkFor(world, demoPerson(1).email) };
}

async function linkFor(world: World, email: string): Promise<string> {
  const { publicUrl } = world.config;
  const { host } = new URL(publicUrl);
  const brand = world.brands.forHost(host);
  if (!brand) throw new Error(`No brand has the host ${host}.`);
  const [id, secret] = [world.ids.secret(12), world.ids.secret(32)];
  const now = world.clock.now();
  const link = {
    id,
    secret_hash: hashOfSecret(secret),
    kind: 'login',
    email,
    account_id: null,
    acknowledgements: null,
    brand: brand.key,
    nonce_hash: null,
    created_ms: now,
    expires_ms: now + world.limits.loginLinkMs,
    used_ms: null,
  } as const;
  await world.db.write((tx) => createLinksStore(tx).insert(link));
  return `${linkOrigin(brand, host, publicUrl)}/login#token=${Buffer.from(`${id}:${secret}`).toString('base64url')}`;
}

async function main(config: Config, typed: string): Promise<void> {
  const count = Number(typed);
  if (!Number.isInteger(count) || count < 1 || count > maxMembers)
    throw new Error(`The number of demo members must be from 1 to ${maxMembers}: npm run seed -- 200`);
  if (config.isProduction) throw new Error('NODE_ENV is production: demo members are not for real communities.');
  const startedMs = performance.now();
  const world = await openWorld({ ...config, logLevel: 'error' }, { waitMs: 0, isExclusive: true });
  try {
    const { added, loginLink } = await seed(world, count);
    const tookS = ((performance.now() - startedMs) / 1_000).toFixed(0);
    console.log(`\n  ${added} demo members added, ${count - added} already existed (${tookS} s).`);
    console.log('  All of them are on the map for 26 hours; seeding again extends that.');
    console.log(`\n  Log in as ${demoPerson(1).name}, once and within half an hour:\n  ${loginLink}\n`);
  } finally {
    await world.close();
  }
}

if (import.meta.main) {
  // As in the server.
  process.umask(0o077);
  try {
    await main(readConfig(process.env), process.argv[2] ?? '200');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
