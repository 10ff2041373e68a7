// Three applications on one PostgreSQL database, as three processes would be. Each call and socket goes to any of them.
import { memoryPresences } from '#server/outside/presence.ts';
import type { BusEvent } from '#server/outside/bus.ts';
import type { World } from '#server/world.ts';
import { browserOf } from './browser.ts';
import { memberOf, type NewMember } from './members.ts';
import { migratedPostgresDatabase, type TestDatabase } from './postgres.ts';
import { openOneApp, type OpenTestApp } from './test-app.ts';

const processes = 3;

/** The database of each data directory, for tests of a restart. */
const databases = new Map<string, TestDatabase>();

export const openSharedApps = async (options: Parameters<OpenTestApp>[0] = {}) => {
  const database = databases.get(options.dataDir ?? '') ?? (await migratedPostgresDatabase());
  const { databaseUrl, poolOf } = database;
  const join = memoryPresences();
  const partsOf = (usual: World): Partial<World> => ({
    presence: join(),
    ...(typeof options.parts === 'function' ? options.parts(usual) : options.parts),
  });
  const first = await openOneApp({ ...options, databaseUrl, poolOf, isShared: true, parts: partsOf });
  databases.set(first.dataDir, database);
  const { clock, ids, log, mail, push, pushKeys, pictureFiles, positionStates, limitCounts } = first.world;
  /** These parts are outside of the processes, or, like Redis, shared by them. */
  const shared: Partial<World> = { clock, ids, log, mail, push, pushKeys, pictureFiles, positionStates, limitCounts };
  const others = await Promise.all(
    Array.from({ length: processes - 1 }, () =>
      openOneApp({
        ...options,
        databaseUrl,
        poolOf,
        isShared: true,
        parts: (usual) => ({ ...partsOf({ ...usual, ...shared }), ...shared }),
      }),
    ),
  );
  const all = [first, ...others];
  const ports = all.map(({ origin }) => Number(new URL(origin).port));
  const anyPort = (): number => ports[Math.floor(Math.random() * processes)] ?? 0;
  const visitor = () => browserOf(first.origin, anyPort);
  const { bus } = first.world;
  return {
    ...first,
    /** The addresses of the processes. */
    origins: all.map(({ origin }) => origin),
    // All processes receive what a test publishes.
    world: {
      ...first.world,
      bus: { ...bus, publish: (event: BusEvent) => all.forEach(({ world }) => world.bus.publish(event)) },
    },
    visitor,
    sweptOnce: async () => (await Promise.all(all.map(({ sweptOnce }) => sweptOnce()))).flat(),
    member: (given: NewMember = {}) => memberOf(first.world, visitor(), given),
    async close() {
      await Promise.all(others.map((app) => app.close()));
      await first.close();
      if (options.dataDir !== undefined) return;
      databases.delete(first.dataDir);
      await database.remove();
    },
  };
};
