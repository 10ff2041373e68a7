// Runs before anything is shown: finishes an interrupted wipe, shows the lock screen if there is a lock, and opens the stored data.
// It is a separate file, so that the entry does not refer to the chunks that it loads.
import { isMemberDevice, localKeys, readLocal } from '#client/device/storage.ts';
import { isWiping } from '#client/device/pending-cleanup.ts';

export async function finishBefore(): Promise<void> {
  if (isWiping()) await (await import('#client/device/wipe.ts')).wipeDevice();
  if (readLocal(localKeys.lock) !== null) await (await import('./lock-gate.tsx')).passLock();
  if (isMemberDevice() && readLocal(localKeys.lock) === null)
    await (await import('./open-member-storage.ts')).openMemberStorage();
}
