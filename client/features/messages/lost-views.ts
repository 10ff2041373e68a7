// The keys of requests for pictures to view once whose answer may have been lost. The same key gets the picture again.
import { localKeys, readLocal, writeLocal } from '#client/device/storage.ts';

/** The server repeats its answer only for an hour, so older keys need not be kept. */
const maxKeys = 8;

export const lostKeyOf = (messageId: string): string | undefined => lostKeys()[messageId];

export function storeLostKey(messageId: string, key: string | null): void {
  const others = Object.entries(lostKeys()).filter(([id]) => id !== messageId);
  const kept = key === null ? others : [...others, [messageId, key]].slice(-maxKeys);
  writeLocal(localKeys.viewOnce, kept.length === 0 ? null : Object.fromEntries(kept));
}

/** By message, oldest first. */
function lostKeys(): Readonly<Record<string, string>> {
  const stored = readLocal(localKeys.viewOnce);
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
}
