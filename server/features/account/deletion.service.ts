// Deleting an account: every row in one transaction, then whatever the running server and open screens still have of the member.
import type { Caller } from '../../http/caller.ts';
import { problem } from '../../http/problems.ts';
import type { World } from '../../world.ts';
import type { Blocks } from '../likes/blocks.service.ts';
import type { PicturesService } from '../pictures/pictures.service.ts';
import { createAccountStore } from './account.store.ts';

export interface DeletionService {
  /** Problems: reauth when the sign-in is older than 15 minutes, unauthenticated when the account is gone already. */
  delete(caller: Caller): Promise<void>;
}

interface Needs {
  readonly blocks: Blocks;
  readonly pictures: PicturesService;
}

const reauthText = 'Please log in again to delete your account: that has to be less than 15 minutes ago.';

export function createDeletionService(world: World, { blocks, pictures }: Needs): DeletionService {
  const { bus, clock, db, limits } = world;

  return {
    async delete({ accountId, profileId, signedInMs }) {
      if (clock.now() - signedInMs > limits.freshSignInMs) throw problem('reauth', { message: reauthText });

      const { pictureIds, tied } = await db.write(async (tx) => {
        const store = createAccountStore(tx);
        const email = (await store.find(accountId))?.email ?? '';
        await db.lock(tx, profileId, `profile:${profileId}`, `address:${email}`);
        const member = await store.find(accountId);
        if (member === null) throw problem('unauthenticated');
        const found = { pictureIds: await store.pictureIds(profileId), tied: await store.tiedTo(profileId) };
        await store.removeAll(member);
        return found;
      });

      // To those whom he blocks he was gone before: that he leaves now is nothing they may learn.
      const told = [...tied].filter((other) => !blocks.isBlockedBy(other, profileId));
      bus.publish({ type: 'sessionChanged', accountId });
      bus.publish({ type: 'profileDeleted', profileId });
      for (const other of told) bus.publish({ type: 'deliver', profileId: other, event: { type: 'gone', profileId } });
      await pictures.dropFiles(pictureIds);
    },
  };
}
