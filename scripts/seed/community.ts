// Adds demo members to the Welcome Committee and Cooties.
import type { PartKind } from '#shared/rules/games.ts';
import { createParticipation } from '#server/features/games/participation.service.ts';
import type { World } from '#server/world.ts';
import type { DemoPerson } from './people.ts';

/** One in this many members takes part. */
const shares = { cooties: 2, greeted: 3, greeter: 5 } as const satisfies Partial<Record<PartKind, number>>;

/** Only added members take part, without the first member, who is used to log in. */
export async function seedCommunity(world: World, people: readonly DemoPerson[], added: ReadonlySet<number>): Promise<void> {
  const participation = createParticipation(world);
  const others = people.filter(({ number }) => number > 1 && added.has(number));
  await world.db.write(async (tx) => {
    for (const { number, profileId } of others)
      for (const kind of ['cooties', 'greeted', 'greeter'] as const)
        if (number % shares[kind] === 0) await participation.set(tx, profileId, kind, true);
  });
}
