// Makes hooks for state that a screen has again when the member goes back to it.
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/** The returned hook is like `useState`. Its values are only in memory, because browsers store a tab's history on disk. */
export function keptState<T extends {}>(initial: T): () => readonly [value: T, set: (next: T) => void] {
  const byEntry = new Map<string, T>();
  return function useKeptState() {
    const entry = useLocation({ select: ({ state }) => state.__TSR_key }) ?? '';
    const [value, setValue] = useState(byEntry.get(entry) ?? initial);
    const set = (next: T): void => {
      byEntry.set(entry, next);
      setValue(next);
    };
    return [value, set];
  };
}
