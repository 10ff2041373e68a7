// A hook that delays an action for some seconds, so that it can be undone. If the screen or the app is left, the action runs at once.
import { useCallback, useEffect, useRef, useState } from 'react';

const undoMs = 6_000;

export interface Undo<T> {
  /** The pending action, or null. */
  readonly item: T | null;
  /** Delays a new action. An earlier one runs at once. */
  readonly hold: (item: T) => void;
  readonly undo: () => void;
}

export function useUndo<T>(commit: (item: T) => unknown): Undo<T> {
  const [item, setItem] = useState<T | null>(null);
  const pending = useRef<T | null>(null);
  const run = useRef(commit);
  useEffect(() => {
    run.current = commit;
  });
  const runNow = useCallback((): void => {
    const due = pending.current;
    pending.current = null;
    if (due !== null) run.current(due);
  }, []);
  useEffect(() => {
    if (item === null) return;
    const timer = setTimeout(() => {
      runNow();
      setItem(null);
    }, undoMs);
    return () => clearTimeout(timer);
  }, [item, runNow]);
  useEffect(() => {
    // A hidden app may be ended at any time, and a page that is shown again must not offer an undo that comes too late.
    const leave = (): void => {
      runNow();
      setItem(null);
    };
    const leaveIfHidden = (): void => {
      if (document.visibilityState === 'hidden') leave();
    };
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leaveIfHidden);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leaveIfHidden);
      runNow();
    };
  }, [runNow]);
  return {
    item,
    hold: (next) => {
      runNow();
      pending.current = next;
      setItem(next);
    },
    undo: () => {
      pending.current = null;
      setItem(null);
    },
  };
}
