// Runs before anything of a member is shown: shows the lock screen if there is a lock, and opens the stored data.
// It is a separate file, so that the entry does not refer to the chunks that it loads.
import { hasMemberData, localKeys, readLocal } from '#client/device/storage.ts';

export async function unlockAndOpen(): Promise<void> {
  if (readLocal(localKeys.lock) !== null) await (await import('./lock-gate.tsx')).passLock();
  if (hasMemberData() && readLocal(localKeys.lock) === null) await (await import('./open-member-storage.ts')).openMemberStorage();
}
