// Starts a real server in a fresh directory, with demo members and three accounts to log in with, for screenshots and measurements.
import { cp } from 'node:fs/promises';
import { createNotificationsStore } from '#server/features/notifications/notifications.store.ts';
import { createProfilesStore } from '#server/features/profiles/profiles.store.ts';
import { createSessionsService } from '#server/features/session/sessions.service.ts';
import { readConfig } from '#server/config.ts';
import { openWorld } from '#server/open-world.ts';
import type { World } from '#server/world.ts';
import type { AccountRole } from '#shared/rules/roles.ts';
import { startServer } from '#client/e2e/support/server.ts';
import { demoPerson } from '#scripts/seed/people.ts';
import { fillDemo, usualSize, type DemoAccount, type DemoSize } from './demo-data.ts';

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
  /** Returns a screen's path with the values of its parameters, and its query. */
  addressOf(path: string): string;
  close(): Promise<void>;
}

export interface DemoOptions {
  readonly size?: DemoSize;
  /** A data directory that was filled before. The server gets a copy of it. */
  readonly filled?: string;
}

/** `browsers` is the number of cookies per account. */
export async function startDemoServer(browsers: number, { size = usualSize, filled }: DemoOptions = {}): Promise<DemoServer> {
  let demo: Omit<DemoServer, 'origin' | 'addressOf' | 'close'> | undefined;
  const server = await startServer({ LOG_LEVEL: 'error' }, async (dataDir, origin) => {
    if (filled !== undefined) await cp(filled, dataDir, { recursive: true });
    const world = await openWorld(readConfig({ DATA_DIR: dataDir, PUBLIC_URL: origin, LOG_LEVEL: 'error' }));
    try {
      demo = await accountsIn(world, size, browsers);
    } finally {
      await world.close();
    }
  });
  if (demo === undefined) throw new Error('The demo has no accounts.');
  const { parameters, queries } = demo;
  return {
    ...demo,
    origin: server.origin,
    addressOf: (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '') + (queries[path] ?? ''),
    close: () => server.stop(),
  };
}

async function accountsIn(world: World, size: DemoSize, browsers: number) {
  const { newcomer, admin, toJudge } = await fillDemo(world, size);
  const host = demoPerson(1);
  const [notification] = await createNotificationsStore(world.db.read).listOf(host.profileId, 1, () => true);
  const parameters: Readonly<Record<string, string>> = {
    profileId: demoPerson(2).profileId,
    notificationId: notification?.id ?? '',
    caseId: toJudge,
  };
  return {
    filled: await loginOf(world, { ...host, roles: ['USER'] }, browsers),
    empty: await loginOf(world, newcomer, browsers),
    admin: await loginOf(world, admin, browsers),
    parameters,
    queries: await queriesOf(world, host.profileId, demoPerson(2).profileId),
  };
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

/** The user agents of the sessions, in turn. */
const devices = [
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/148.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0',
  'Mozilla/5.0 (iPad; CPU OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Safari/604.1',
];

async function loginOf(world: World, { accountId, profileId, roles }: DemoAccount, browsers: number): Promise<Login> {
  const sessions = createSessionsService(world);
  const cookies: string[] = [];
  for (let i = 0; i < browsers; i += 1) {
    const device = devices[i % devices.length] ?? '';
    const newSession = { accountId, profileId, isRemembered: true, byLink: true, device };
    cookies.push(await world.db.write((tx) => sessions.create(tx, newSession)));
  }
  return { profileId, roles, cookies };
}
