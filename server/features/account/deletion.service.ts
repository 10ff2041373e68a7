// Deleting an account: every row in one transaction, then whatever the running server and open screens still have of the member.
import type { Caller } from '../../http/caller.ts';
import { problem } from '../../http/problems.ts';
import type { World } from '../../world.ts';
import type { PicturesService } from '../pictures/pictures.service.ts';
import { createAccountStore } from './account.store.ts';

export interface DeletionService {
  /** Problems: reauth when the sign-in is older than 15 minutes, unauthenticated when the account is gone already. */
  delete(caller: Caller): Promise<void>;
  /** The same without a word of its owner: for the accounts of test users. Problem: unauthenticated when it is gone already. */
  remove(accountId: string): Promise<void>;
}

interface Needs {
  readonly pictures: PicturesService;
}

const reauthText = 'Please log in again to delete your account: that has to be less than 15 minutes ago.';

export function createDeletionService(world: World, { pictures }: Needs): DeletionService {
  const { bus, clock, db, limits } = world;

  async function remove(accountId: string): Promise<void> {
    const { pictureIds, profileId, isTest } = await db.write(async (tx) => {
      const store = createAccountStore(tx);
      const { profileId = '', email = '' } = (await store.find(accountId)) ?? {};
      await db.lock(tx, profileId, `profile:${profileId}`, `address:${email ?? ''}`);
      const member = await store.find(accountId);
      if (member === null) throw problem('unauthenticated');
      const pictureIds = await store.pictureIds(profileId);
      await store.removeAll(member);
      return { pictureIds, profileId, isTest: member.isTest };
    });

    bus.publish({ type: 'sessionChanged', accountId });
    bus.publish({ type: 'profileDeleted', profileId, ...(isTest ? { isTest } : {}) });
    await pictures.dropFiles(pictureIds);
  }

  return {
    async delete({ accountId, signedInMs }) {
      if (clock.now() - signedInMs > limits.freshSignInMs) throw problem('reauth', { message: reauthText });
      await remove(accountId);
    },
    remove,
  };
}
