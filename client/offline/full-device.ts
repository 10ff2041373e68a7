// Makes room for what the member has made when the device is full, by removing copies that can be fetched again.

const removableCaches = ['member-map-tiles', 'member-pictures'];

export const isDeviceFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

/** Resolves to false if there was nothing to remove. */
export async function makeRoom(): Promise<boolean> {
  if (!('caches' in globalThis)) return false;
  const removed = await Promise.all(removableCaches.map((name) => caches.delete(name)));
  return removed.includes(true);
}
