// Deleting an account: every row in one transaction, then whatever the running server and open screens still have of the member.
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../../http/caller.ts';
import { problem } from '../../http/problems.ts';
import type { World } from '../../world.ts';
import type { PicturesService } from '../pictures/pictures.service.ts';
import { createAccountStore } from './account.store.ts';

export interface DeletionService {
  /** Problems: reauth when the sign-in is older than 15 minutes, unauthenticated when the account is gone already. */
  delete(caller: Caller): Promise<void>;
}

interface Needs {
  readonly pictures: PicturesService;
}

/** As long as some 20,000 messages take. */
const forgettingMostMs = 20_000;

const reauthText = 'Please log in again to delete your account: that has to be less than 15 minutes ago.';

export function createDeletionService(world: World, { pictures }: Needs): DeletionService {
  const { bus, clock, db, limits, log } = world;

  /** What is not done when the process ends is done by the next. */
  const forgetWords = (): Promise<void> =>
    db.forgetWords().catch((error: unknown) => log.error(error, 'Words of deleted messages are still in the index.'));
  void forgetWords();

  return {
    async delete({ accountId, profileId, signedInMs }) {
      if (clock.now() - signedInMs > limits.freshSignInMs) throw problem('reauth', { message: reauthText });

      const pictureIds = await db.write(async (tx) => {
        const store = createAccountStore(tx);
        const email = (await store.find(accountId))?.email ?? '';
        await db.lock(tx, profileId, `profile:${profileId}`, `address:${email}`);
        const member = await store.find(accountId);
        if (member === null) throw problem('unauthenticated');
        const found = await store.pictureIds(profileId);
        await store.removeAll(member);
        return found;
      });

      bus.publish({ type: 'sessionChanged', accountId });
      bus.publish({ type: 'profileDeleted', profileId });
      await pictures.dropFiles(pictureIds);
      // Nobody finds them by it any more: only a very long history is not waited for to its end.
      await Promise.race([forgetWords(), pause(forgettingMostMs, undefined, { ref: false })]);
    },
  };
}
