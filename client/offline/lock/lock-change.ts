// Sets and removes the app lock. Each time, the whole device database is encrypted again, in one transaction.
import type { LockRecord } from '#client/offline/database-schema.ts';
import { currentDataKeys, setDataKeys } from '#client/device/data-keys.ts';
import { eraseKeyFiles } from '#client/device/key-file.ts';
import { closeNotifications } from '#client/device/notification-tray.ts';
import { flushLocal, hasVault, localKeys, tabKeys, writeLocal } from '#client/device/storage.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { withKeyLock, storeRoot } from '#client/offline/device-root.ts';
import { keysOf, newRoot, unlockedKeysOf, type Root } from '#client/offline/root-keys.ts';
import { resealAll } from '#client/offline/reseal.ts';
import { deleteMemberCaches, openVault, removePlainEntries, storeVault } from '#client/offline/vault.ts';
import { readLock } from './lock-record.ts';

/**
 * Encrypts all data of `profile` with keys from `root`, which was never stored, and stores `record`. Even after a crash, all data is
 * encrypted with either the old or the new keys. Other tabs reload and get the keys from this one.
 */
export const setLock = (profile: string, root: Root, record: LockRecord): Promise<void> =>
  withKeyLock(async () => {
    const keys = await keysOf(root);
    await memberDatabase.claim(profile);
    // Written first, so that a tab that starts now calls `lockAtStart`, which waits for this change.
    writeLocal(localKeys.lock, 'open');
    await flushLocal();
    await resealAll(keys, { lock: record, root: null });
    setDataKeys(keys);
    await eraseKeyFiles('device-key');
    await (hasVault() ? storeVault() : openVault());
    await removeTraces();
    // Notifications from before the lock may contain names.
    await closeNotifications();
  });

/** Encrypts all data with keys from a new root, which the device stores. Does nothing without the current keys. */
export const removeLock = (): Promise<void> =>
  withKeyLock(async () => {
    if (currentDataKeys() === null) return;
    const root = newRoot();
    const keys = await unlockedKeysOf(root);
    await flushLocal();
    await resealAll(keys, { lock: null, root: await storeRoot(root) });
    setDataKeys(keys);
    await storeVault();
    writeLocal(localKeys.lock, null);
    await eraseKeyFiles('lock-key');
  });

/** Returns the lock at the start of the app, and finishes a change that was interrupted. */
export const lockAtStart = (): Promise<LockRecord | null> =>
  withKeyLock(async () => {
    // If the database cannot be read, the entry in local storage stays, and no member data is shown.
    const record = await readLock().catch(() => undefined);
    if (record === null) writeLocal(localKeys.lock, null);
    else await removeTraces();
    if (record != null) await eraseKeyFiles('device-key');
    return record ?? null;
  });

async function removeTraces(): Promise<void> {
  removePlainEntries();
  const remaining: readonly string[] = Object.values(tabKeys);
  // Removes paths to return to, and scroll positions.
  for (const key of Object.keys(sessionStorage)) if (!remaining.includes(key)) sessionStorage.removeItem(key);
  await deleteMemberCaches();
}
