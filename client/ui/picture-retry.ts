// Waits until a picture that could not be loaded may be requested again: for some time, or until the device is online again.

/** A picture that is not there after the last of them is requested again only when the device is online again. */
const delaysMs = [2_000, 8_000, 30_000];

/** `failures` is how often the picture has failed. Returns a function that ends the wait. */
export function whenToRetry(failures: number, retry: () => void): () => void {
  const end = (): void => {
    clearTimeout(timer);
    removeEventListener('online', retryOnce);
  };
  const retryOnce = (): void => {
    end();
    retry();
  };
  const delayMs = delaysMs[failures - 1];
  const timer = delayMs === undefined ? undefined : setTimeout(retryOnce, delayMs);
  addEventListener('online', retryOnce);
  return end;
}
