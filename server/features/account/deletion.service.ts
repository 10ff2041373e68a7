// Deleting an account: every row in one transaction, then whatever the running server and open screens still have of the member.
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

const reauthText = 'Please log in again to delete your account: that has to be less than 15 minutes ago.';

export function createDeletionService(world: World, { pictures }: Needs): DeletionService {
  const { bus, clock, db, limits } = world;

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
    },
  };
}
