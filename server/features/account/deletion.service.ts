// Deleting an account: every row in one transaction, then whatever the running server and open screens still have of the member.
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '#server/http/caller.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import type { PicturesService } from '#server/features/pictures/pictures.service.ts';
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

/** As long as some 20,000 messages take. */
const forgettingMostMs = 20_000;

const reauthText = 'Please log in again to delete your account: that has to be less than 15 minutes ago.';

export function createDeletionService(world: World, { pictures }: Needs): DeletionService {
  const { bus, clock, db, limits, log } = world;

  /** What is not done when the process ends is done by the next. */
  const forgetWords = (): Promise<void> =>
    db.forgetWords().catch((error: unknown) => log.error(error, 'Words of deleted messages are still in the index.'));
  void forgetWords();

  async function removeRows(accountId: string): Promise<void> {
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
      await removeRows(accountId);
      // Nobody finds them by it any more: only a very long history is not waited for to its end.
      await Promise.race([forgetWords(), pause(forgettingMostMs, undefined, { ref: false })]);
    },
    async remove(accountId) {
      await removeRows(accountId);
      await forgetWords();
    },
  };
}
