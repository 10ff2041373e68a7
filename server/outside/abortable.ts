// A promise that is rejected when a signal is aborted, for work that cannot be cancelled itself.

export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('deadline passed')), { once: true });
  });
  return Promise.race([work, aborted]);
}
