// Polls the server while there is no socket, less and less often while nothing is new.
import { pollDelayMs } from '#shared/rules/backoff.ts';
import type { Store } from '#client/device/store.ts';

export interface PollingParts {
  /** Polls once; resolves to true if something is new. A failed poll counts as nothing new. */
  readonly poll: () => Promise<boolean>;
  /** Polling pauses while this is true, and resumes immediately when it ends. */
  readonly isLive: Pick<Store<boolean>, 'get' | 'subscribe'>;
}

export interface Polling {
  /** To be called after the member sent something: polls immediately and often, since an answer may come soon. */
  readonly reset: () => void;
  readonly stop: () => void;
}

export function startPolling({ poll, isLive }: PollingParts): Polling {
  // The screen has just loaded what there is, as a poll would have.
  let emptyPolls = 1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round = 0;

  async function pollNow(): Promise<void> {
    const thisRound = ++round;
    const hasNew = await poll().catch(() => false);
    // Polling was restarted or stopped in the meantime.
    if (thisRound !== round) return;
    emptyPolls = hasNew ? 0 : emptyPolls + 1;
    timer = setTimeout(() => void pollNow(), hasNew ? 0 : pollDelayMs(emptyPolls - 1));
  }

  function pause(): void {
    round++;
    clearTimeout(timer);
  }

  function reset(): void {
    pause();
    emptyPolls = 0;
    if (!isLive.get()) void pollNow();
  }

  const unsubscribe = isLive.subscribe(() => (isLive.get() ? pause() : reset()));
  if (!isLive.get()) timer = setTimeout(() => void pollNow(), pollDelayMs(0));
  return {
    reset,
    stop: () => {
      unsubscribe();
      pause();
    },
  };
}
