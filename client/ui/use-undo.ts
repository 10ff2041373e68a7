// A hook that delays an action for some seconds, so that it can be undone. If the screen or the app is left, it runs at once.
import { useEffect, useState } from 'react';
import { createStore, useStore } from '#client/device/store.ts';
import { whenLeft } from './use-when-left.ts';

const undoMs = 6_000;

export interface Undo<T> {
  /** The pending action, or null. */
  readonly item: T | null;
  /** Delays a new action. An earlier one runs at once. */
  readonly delay: (item: T) => void;
  readonly undo: () => void;
}

export function useUndo<T>(commit: (item: T) => unknown): Undo<T> {
  const [{ pending, delay, undo, setCommit, runNow }] = useState(createUndo<T>);
  useEffect(() => setCommit(commit));
  // A hidden app may be ended at any time, and a page that is shown again must not offer an undo that comes too late.
  useEffect(() => whenLeft(runNow), [runNow]);
  return { item: useStore(pending), delay, undo };
}

export function createUndo<T>() {
  let commit: (item: T) => unknown = () => undefined;
  const pending = createStore<T | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const undo = (): void => {
    clearTimeout(timer);
    pending.set(null);
  };
  const runNow = (): void => {
    const due = pending.get();
    undo();
    if (due !== null) commit(due);
  };
  return {
    pending,
    undo,
    runNow,
    /** Call it with the action of each render. */
    setCommit: (next: typeof commit): void => {
      commit = next;
    },
    delay: (item: T): void => {
      runNow();
      pending.set(item);
      timer = setTimeout(runNow, undoMs);
    },
  };
}
