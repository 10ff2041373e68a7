// Deletes an account: its rows in one transaction, then its picture files and search index entries.
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '#server/http/caller.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import type { PicturesService } from '#server/features/pictures/pictures.service.ts';
import { createAccountStore } from './account.store.ts';

export interface DeletionService {
  /** Problem: unauthenticated for a deleted account. */
  delete(caller: Caller): Promise<void>;
  /** Deletes a test user's account. Problem: unauthenticated for a deleted account. */
  deleteTestUser(accountId: string): Promise<void>;
}

interface Dependencies {
  readonly pictures: PicturesService;
}

/** Enough for about 20,000 messages. */
const maxForgettingMs = 20_000;

export function createDeletionService(world: World, { pictures }: Dependencies): DeletionService {
  const { bus, db, log } = world;

  /** If it is interrupted, the next process continues. */
  const forgetWords = (): Promise<void> =>
    db.forgetWords().catch((error: unknown) => log.error(error, 'words of deleted messages are still in the search index'));
  void forgetWords();

  async function removeRows(accountId: string): Promise<void> {
    const { pictureIds, profileId, isTest } = await db.write(async (tx) => {
      const store = createAccountStore(tx);
      const { profileId = '', email = '' } = (await store.find(accountId)) ?? {};
      await db.lock(tx, profileId, `profile:${profileId}`, `address:${email ?? ''}`);
      const member = await store.find(accountId);
      if (member === null) throw problem('unauthenticated');
      const pictureIds = await store.pictureIds(profileId);
      await store.removeAll(member, db.engine);
      return { pictureIds, profileId, isTest: member.isTest };
    });

    bus.publish({ type: 'sessionChanged', accountId });
    bus.publish({ type: 'profileDeleted', profileId, ...(isTest ? { isTest } : {}) });
    await pictures.deleteFiles(pictureIds);
  }

  return {
    async delete({ accountId }) {
      await removeRows(accountId);
      // Search already ignores the deleted messages, so the answer need not wait for a very long history.
      await Promise.race([forgetWords(), pause(maxForgettingMs, undefined, { ref: false })]);
    },
    async deleteTestUser(accountId) {
      await removeRows(accountId);
      await forgetWords();
    },
  };
}
