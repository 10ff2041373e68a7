// Polls the server while there is no socket. While nothing is new, it polls less and less often.
import { pollDelayMs } from '#shared/rules/backoff.ts';
import type { Store } from '#client/device/store.ts';

export interface PollingParts {
  /** Polls once. Resolves to true if something is new. A failed poll counts as nothing new. */
  readonly poll: () => Promise<boolean>;
  /** Polling stops while this is true, and continues at once when it is false. */
  readonly isLive: Pick<Store<boolean>, 'get' | 'subscribe'>;
}

export interface Polling {
  /** Call it after the member sent something. It polls at once and often, because an answer may come soon. */
  readonly reset: () => void;
  readonly stop: () => void;
}

export function startPolling({ poll, isLive }: PollingParts): Polling {
  // The screen has just loaded, which counts as a poll.
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
