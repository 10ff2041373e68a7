// Ends work that delays a new worker, which takes over only when this one is idle: on a slow connection minutes later.

let end: () => void;
const ended = new Promise<never>((_, reject) => (end = reject));
ended.catch(() => undefined);

/** Call it when the member agrees to an update. */
export const finish = (): void => end();

/** For work that is done again later if this worker ends first. Rejects then. The browser repeats a failed sync. */
export const unlessFinished = <Result>(work: Promise<Result>): Promise<Result> => Promise.race([work, ended]);
