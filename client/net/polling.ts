// Polls the server while there is no socket: often at first, more seldom while nothing happens.
import { pollDelayMs } from '#shared/rules/backoff.ts';
import type { Store } from '#client/device/store.ts';

export interface PollingParts {
  /** Polls once; true if something is new. A failed poll counts as one without. */
  readonly poll: () => Promise<boolean>;
  /** Polling rests while this is true, and asks at once when it ends. */
  readonly isLive: Pick<Store<boolean>, 'get' | 'subscribe'>;
}

export interface Polling {
  /** Something was sent: the answer to it may come soon, so ask at once and often. */
  readonly reset: () => void;
  readonly stop: () => void;
}

export function startPolling({ poll, isLive }: PollingParts): Polling {
  let quietRounds = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round = 0;

  async function ask(): Promise<void> {
    const own = ++round;
    const isNews = await poll().catch(() => false);
    // Restarted or stopped meanwhile.
    if (own !== round) return;
    quietRounds = isNews ? 0 : quietRounds + 1;
    timer = setTimeout(() => void ask(), isNews ? 0 : pollDelayMs(quietRounds - 1));
  }

  function rest(): void {
    round++;
    clearTimeout(timer);
  }

  function reset(): void {
    rest();
    quietRounds = 0;
    if (!isLive.get()) void ask();
  }

  const stopFollowing = isLive.subscribe(() => (isLive.get() ? rest() : reset()));
  if (!isLive.get()) timer = setTimeout(() => void ask(), pollDelayMs(0));
  return {
    reset,
    stop: () => {
      stopFollowing();
      rest();
    },
  };
}
