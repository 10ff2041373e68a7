// Takes the lock of a replay from a tab that the system has frozen, because it keeps its lock but sends nothing.
import type { TabChannel } from '#client/offline/tab-channel.ts';
import type { ReplayResult, Turn } from './replay.ts';

/** A replay stores the result of each request and tells the other tabs, which takes this time at most. */
const storingMs = 15_000;

/** `requestMs` is the longest time of a request. What both tabs send has the same key, so that the server stores it once. */
export const turnAfterFrozen =
  (name: string, channel: Pick<TabChannel<unknown>, 'listen'>, requestMs: number): Turn =>
  async (work) => {
    const lock = { isLost: false };
    const waiting = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => waiting.abort(), requestMs + storingMs);
    };
    const stopListening = channel.listen(wait);
    const stopWaiting = (): void => {
      stopListening();
      clearTimeout(timer);
    };
    const begin = (): Promise<ReplayResult> => {
      stopWaiting();
      return work(lock);
    };
    wait();
    try {
      return await navigator.locks.request(name, { signal: waiting.signal }, begin).catch((error: unknown) => {
        if (!waiting.signal.aborted) throw error;
        return navigator.locks.request(name, { steal: true }, begin);
      });
    } finally {
      stopWaiting();
      lock.isLost = true;
    }
  };
