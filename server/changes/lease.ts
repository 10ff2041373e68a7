// The right to answer members, which a process loses when it does not renew it in time.
import type { Lease } from './changes.ts';

/** `nowMs` never decreases. */
export function createLease(nowMs: () => number): Lease & {
  /** Call it with the time until which the lease lasts. */
  renew(untilMs: number): void;
  end(): void;
} {
  const listeners: (() => void)[] = [];
  let number = 0;
  let isHeld = false;
  let untilMs = 0;

  function noticeEnd(): void {
    if (!isHeld || nowMs() < untilMs) return;
    isHeld = false;
    for (const listener of listeners) listener();
  }

  return {
    term() {
      noticeEnd();
      return isHeld ? number : null;
    },
    onLost: (listener) => void listeners.push(listener),
    renew(nextUntilMs) {
      noticeEnd();
      if (nextUntilMs <= nowMs()) return;
      if (!isHeld) number += 1;
      isHeld = true;
      untilMs = nextUntilMs;
    },
    end() {
      untilMs = 0;
      noticeEnd();
    },
  };
}
