// Makes room for what the member has made when the device is full, by removing copies that can be fetched again.

const removableCaches = ['member-map-tiles', 'member-pictures'];

export const isDeviceFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

/** Runs the work again if the device was full and something could be removed. */
export async function retryAfterMakingRoom<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDeviceFull(error) || !(await makeRoom())) throw error;
    return work();
  }
}

/** Claims a row and stores its state, or only claims it if the device is full, so that it is sent nevertheless. */
export const claimedOnFull = <T>(claim: (isMarked: boolean) => Promise<T>): Promise<T> =>
  claim(true).catch((error: unknown) => {
    if (isDeviceFull(error)) return claim(false);
    throw error;
  });

async function makeRoom(): Promise<boolean> {
  if (!('caches' in globalThis)) return false;
  const removed = await Promise.all(removableCaches.map((name) => caches.delete(name)));
  return removed.includes(true);
}
