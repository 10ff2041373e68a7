// Steps that run before anything is shown, when needed: finishing an interrupted wipe and opening the app lock.
// A file of its own, so that the first load names neither of their chunks.
import { localKeys, readLocal } from '#client/device/storage.ts';
import { isWiping } from '#client/device/pending-cleanup.ts';

export async function finishBefore(): Promise<void> {
  if (isWiping()) await (await import('#client/device/wipe.ts')).wipeDevice();
  if (readLocal(localKeys.lock) !== null) await (await import('./lock-gate.tsx')).passLock();
}
