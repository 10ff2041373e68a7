// Starts a real server with demo members in a fresh directory and three accounts for logins, for screenshots and measurements.
import { createNotificationsStore } from '#server/features/notifications/notifications.store.ts';
import { createProfilesStore } from '#server/features/profiles/profiles.store.ts';
import { createAccountsStore } from '#server/features/session/accounts.store.ts';
import { createSessionsService } from '#server/features/session/sessions.service.ts';
import { readConfig } from '#server/config.ts';
import { openWorld } from '#server/open-world.ts';
import type { World } from '#server/world.ts';
import type { AccountRole } from '#shared/rules/roles.ts';
import { startServer } from '#client/e2e/support/server.ts';
import { seed } from '#scripts/seed.ts';
import { demoDomain, demoId, demoPerson } from '#scripts/seed/people.ts';

export interface Login {
  readonly profileId: string;
  readonly roles: readonly AccountRole[];
  /** The cookies of the account, one per browser, so that a logout in one does not affect the others. */
  readonly cookies: string[];
}

export interface DemoServer {
  readonly origin: string;
  /** The account with pictures, likes and conversations. */
  readonly filled: Login;
  /** An account that was just registered, without any data. */
  readonly empty: Login;
  /** An account of an administrator without other data. */
  readonly admin: Login;
  /** The values for the parameters of paths. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The queries of screens that show one picture. */
  readonly queries: Readonly<Record<string, string>>;
  /** The path with its parameters and query. */
  addressOf(path: string): string;
  close(): Promise<void>;
}

const membersCount = 40;

/** `browsers` is the number of cookies per account. The first pictures of members all differ, as far as there are drawings. */
export async function startDemoServer(browsers: number, members = membersCount, drawings = members): Promise<DemoServer> {
  const server = await startServer({ LOG_LEVEL: 'error' });
  await server.kill('SIGTERM');
  const world = await openWorld(readConfig({ DATA_DIR: server.dataDir, PUBLIC_URL: server.origin, LOG_LEVEL: 'error' }));
  try {
    await seed(world, members, drawings);
    const host = demoPerson(1);
    const newcomer = await addAccount(world, 'newcomer', ['USER']);
    const admin = await addAccount(world, 'admin', ['USER', 'ADMIN']);
    const [notification] = await createNotificationsStore(world.db.read).listOf(host.profileId, 1, () => true);
    const parameters: Readonly<Record<string, string>> = {
      profileId: demoPerson(2).profileId,
      notificationId: notification?.id ?? '',
      // There is none, so the screen says so.
      caseId: 'none',
    };
    const queries = await queriesOf(world, host.profileId, demoPerson(2).profileId);
    const demo = {
      origin: server.origin,
      filled: await loginOf(world, { ...host, roles: ['USER'] }, browsers),
      empty: await loginOf(world, newcomer, browsers),
      admin: await loginOf(world, admin, browsers),
      parameters,
      queries,
      addressOf: (path: string) =>
        path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '') + (queries[path] ?? ''),
      close: () => server.stop(),
    };
    await world.close();
    await server.start();
    return demo;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function queriesOf(world: World, ownId: string, otherId: string): Promise<Record<string, string>> {
  const briefs = await createProfilesStore(world.db.read).reducedBriefs([ownId, otherId]);
  const [own = '', other = ''] = [ownId, otherId].map((id) => briefs.get(id)?.profilePicIds[0]);
  return {
    '/profilePicEdit': `?id=${own}`,
    '/profilePicCarousel': `?profileId=${otherId}&id=${other}`,
    '/profilePicRateSwipe': `?profileId=${otherId}&startProfilePicId=${other}`,
  };
}

interface Account {
  readonly accountId: string;
  readonly profileId: string;
  readonly roles: readonly AccountRole[];
}

/** Adds an account that was just registered. */
async function addAccount(world: World, name: string, roles: readonly AccountRole[]): Promise<Account> {
  const [accountId, profileId] = [demoId(name), demoId(name, 'profile')];
  const account = { id: accountId, profileId, email: `${name}@${demoDomain}`, acknowledgements: [], nowMs: world.clock.now() };
  await world.db.write(async (tx) => {
    await createAccountsStore(tx).insert(account);
    await createAccountsStore(tx).update(accountId, { roles });
  });
  return { accountId, profileId, roles };
}

async function loginOf(world: World, { accountId, profileId, roles }: Account, browsers: number): Promise<Login> {
  const sessions = createSessionsService(world);
  const about = { accountId, profileId, isRemembered: true, byLink: true, device: 'Screens' };
  const cookies: string[] = [];
  for (let i = 0; i < browsers; i += 1) cookies.push(await world.db.write((tx) => sessions.create(tx, about)));
  return { profileId, roles, cookies };
}
