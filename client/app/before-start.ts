// Finishes an interrupted wipe and opens the device's data, after the app lock if there is one, before anything is shown.
// A separate file, so that the entry does not reference their chunks.
import { isMemberDevice, localKeys, readLocal } from '#client/device/storage.ts';
import { isWiping } from '#client/device/pending-cleanup.ts';

export async function finishBefore(): Promise<void> {
  if (isWiping()) await (await import('#client/device/wipe.ts')).wipeDevice();
  if (readLocal(localKeys.lock) !== null) await (await import('./lock-gate.tsx')).passLock();
  if (isMemberDevice() && readLocal(localKeys.lock) === null)
    await (await import('./open-member-storage.ts')).openMemberStorage();
}
