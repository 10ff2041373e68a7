// Deletes accounts: first long tables in slices, then the other rows in one transaction, then pictures and search entries.
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '#server/http/caller.ts';
import type { Tx } from '#server/db/open.ts';
import { problem } from '#server/http/problems.ts';
import { publishAfter } from '#server/changes/publish-after.ts';
import type { World } from '#server/world.ts';
import type { PicturesService } from '#server/features/pictures/pictures.service.ts';
import { neverMs, storedSuspensionEnd } from '#server/features/visibility/visibility.service.ts';
import { createAccountStore, deletedAtOnce } from './account.store.ts';

export interface DeletionService {
  /** Problem: unauthenticated for an account that is deleted or being deleted. */
  delete(caller: Caller): Promise<void>;
  /** Deletes a test user's account. Problem: as for `delete`. */
  deleteTestUser(accountId: string): Promise<void>;
  /** Completes deletions during which a process ended. */
  finishEarlier(): Promise<void>;
}

interface Dependencies {
  readonly pictures: PicturesService;
}

/** Enough time to remove about 20,000 messages from the search index. */
const maxRemovalMs = 20_000;
const turnOf = (accountId: string): string => `deletion: ${accountId}`;

export function createDeletionService(world: World, { pictures }: Dependencies): DeletionService {
  const { clock, db, log } = world;

  /** If the process ends before this is done, the next process continues. */
  const removeDeletedWords = (): Promise<void> =>
    db
      .removeDeletedWords()
      .catch((error: unknown) => log.error(error, 'words of deleted messages are still in the search index'));

  async function lockedMember(tx: Tx, accountId: string) {
    const store = createAccountStore(tx);
    const { profileId = '', email = '' } = (await store.find(accountId)) ?? {};
    await db.lock(tx, profileId, `profile:${profileId}`, `address:${email ?? ''}`);
    const member = await store.find(accountId);
    if (member === null) throw problem('unauthenticated');
    return member;
  }

  /** After the first transaction the member is hidden, and the deletion is completed even if this process ends. */
  async function removeLongTables(accountId: string): Promise<void> {
    const member = await createAccountStore(db.read).find(accountId);
    const longTables = member ? await createAccountStore(db.read).longTables(member) : [];
    if (member === null || longTables.length === 0) return;
    const { profileId } = member;
    await db.write(async (tx) => {
      const locked = await lockedMember(tx, accountId);
      const wasSuspended = (await storedSuspensionEnd(tx, profileId, clock.now())) !== null;
      await createAccountStore(tx).markDeletion(locked);
      publishAfter(world, tx, { type: 'sessionChanged', accountId });
      const suspension = { profileId, untilMs: neverMs, ...(wasSuspended && { wasSuspended }) };
      publishAfter(world, tx, { type: 'suspensionChanged', ...suspension });
    });
    for (const rows of longTables)
      for (let count = deletedAtOnce; count >= deletedAtOnce;)
        count = await db.write((tx) => createAccountStore(tx).removeSlice(rows, db.engine));
  }

  async function removeRows(accountId: string): Promise<void> {
    const before = await createAccountStore(db.read).find(accountId);
    const pictureIds = new Set(before && (await createAccountStore(db.read).pictureIds(before.profileId)));
    await removeLongTables(accountId);
    await db.write(async (tx) => {
      const member = await lockedMember(tx, accountId);
      const store = createAccountStore(tx);
      for (const id of await store.pictureIds(member.profileId)) pictureIds.add(id);
      await store.removeAll(member);
      const { profileId, isTest } = member;
      publishAfter(world, tx, { type: 'sessionChanged', accountId });
      publishAfter(world, tx, { type: 'profileDeleted', profileId, ...(isTest ? { isTest } : {}) });
    });
    await pictures.deleteFiles([...pictureIds]);
  }

  async function removeOnce(accountId: string): Promise<void> {
    if (!(await db.inTurn(turnOf(accountId), () => removeRows(accountId)))) throw problem('unauthenticated');
  }

  void removeDeletedWords();

  return {
    async delete({ accountId }) {
      await removeOnce(accountId);
      // The search already ignores the deleted messages, so a member with a very long history need not wait for the index.
      await Promise.race([removeDeletedWords(), pause(maxRemovalMs, undefined, { ref: false })]);
    },
    async deleteTestUser(accountId) {
      await removeOnce(accountId);
      await removeDeletedWords();
    },
    async finishEarlier() {
      for (const accountId of await createAccountStore(db.read).unfinishedDeletions())
        await db.inTurn(turnOf(accountId), async () => {
          // Another process may have completed the deletion just before.
          if ((await createAccountStore(db.read).find(accountId)) === null) return;
          await removeRows(accountId);
          await removeDeletedWords();
        });
    },
  };
}
