// Deletion of an account: all rows in one transaction, then sessions, open screens and picture files.
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '#server/http/caller.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import type { PicturesService } from '#server/features/pictures/pictures.service.ts';
import { createAccountStore } from './account.store.ts';

export interface DeletionService {
  /** Problems: reauth when the sign-in is older than 15 minutes, unauthenticated when the account is deleted already. */
  delete(caller: Caller): Promise<void>;
  /** Without asking its owner, for the accounts of test users. Problem: unauthenticated when it is deleted already. */
  remove(accountId: string): Promise<void>;
}

interface Needs {
  readonly pictures: PicturesService;
}

/** Enough for some 20,000 messages. */
const forgettingMostMs = 20_000;

const reauthText = 'Please log in again to delete your account: your last login is more than 15 minutes ago.';

export function createDeletionService(world: World, { pictures }: Needs): DeletionService {
  const { bus, clock, db, limits, log } = world;

  /** The next process continues what this one does not finish. */
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
      // Search no longer finds them; the answer does not wait for a very long history.
      await Promise.race([forgetWords(), pause(forgettingMostMs, undefined, { ref: false })]);
    },
    async remove(accountId) {
      await removeRows(accountId);
      await forgetWords();
    },
  };
}
