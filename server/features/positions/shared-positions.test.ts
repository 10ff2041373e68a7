// The positions of processes that share a database, on SQLite: two services in one process, whose writes wait for all listeners.
import type { BusEvent } from '#server/outside/bus.ts';
import { openTestWorld } from '#server/testing/app/test-world.ts';
import type { World } from '#server/world.ts';
import { processesShareThePositions } from './shared-positions.suite.ts';

/** A world whose writes resolve once all listeners have handled their events, as in processes that share a database. */
function waitingFor({ db, changes, bus, ...world }: World): World {
  const committed: BusEvent[] = [];
  return {
    ...world,
    bus,
    changes: { ...changes, add: (tx, event) => db.afterCommit(tx, () => void committed.push(event)) },
    db: {
      ...db,
      async write(work) {
        const result = await db.write(work);
        await Promise.all(committed.splice(0).map((event) => bus.apply(event)));
        return result;
      },
    },
  };
}

processesShareThePositions(async (options) => {
  const opened = await openTestWorld(options);
  const world = waitingFor(opened.world);
  return { worlds: [world, world], close: opened.close };
});
