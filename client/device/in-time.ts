// Limits the time to wait for a browser, because databases and push services of some browsers never answer.

/** Rejects if the work takes longer than `ms`. The work itself goes on. */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
