// An action that can be undone for some seconds: it runs after them, or when the screen is left.
import { useCallback, useEffect, useRef, useState } from 'react';

const undoMs = 6_000;

export interface Undo<T> {
  /** The action that can be undone now, or null. */
  readonly item: T | null;
  /** An action that was held before runs at once. */
  readonly hold: (item: T) => void;
  readonly undo: () => void;
}

export function useUndo<T>(commit: (item: T) => unknown): Undo<T> {
  const [item, setItem] = useState<T | null>(null);
  const held = useRef<T | null>(null);
  const run = useRef(commit);
  useEffect(() => {
    run.current = commit;
  });
  const settle = useCallback((): void => {
    const due = held.current;
    held.current = null;
    if (due !== null) run.current(due);
  }, []);
  useEffect(() => {
    if (item === null) return;
    const timer = setTimeout(() => {
      settle();
      setItem(null);
    }, undoMs);
    return () => clearTimeout(timer);
  }, [item, settle]);
  useEffect(() => {
    addEventListener('pagehide', settle);
    return () => {
      removeEventListener('pagehide', settle);
      settle();
    };
  }, [settle]);
  return {
    item,
    hold: (next) => {
      settle();
      held.current = next;
      setItem(next);
    },
    undo: () => {
      held.current = null;
      setItem(null);
    },
  };
}
