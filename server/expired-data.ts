// Deletes expired positions, mutes and challenges, and hashes of first messages.
import { inSlices } from './db/slices.ts';
import { createMutesStore } from './features/notifications/mutes.store.ts';
import { createChallengesStore } from './features/passkeys/challenges.store.ts';
import { createPositionsStore } from './features/positions/positions.store.ts';
import { createOpenersStore } from './features/spam/openers.store.ts';
import type { World } from './world.ts';

export async function deleteExpiredData({ clock, db, limits }: World): Promise<void> {
  const nowMs = clock.now();
  // Positions of hidden members, and those that expired while the server was down. Others are removed when they expire.
  await inSlices(db, async (tx) =>
    Math.max(
      await createPositionsStore(tx).removeEnded(nowMs),
      await createMutesStore(tx).removeEnded(nowMs),
      await createChallengesStore(tx).removeEnded(nowMs),
      await createOpenersStore(tx).removeBefore(nowMs - limits.openerWithinMs),
    ),
  );
}
