// The waiting writes of the current member, read once for all screens.
import { useEffect } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { createStore, useStore } from '#client/device/store.ts';

interface Waiting<T> {
  /** Calls back when anything changed, in this tab or elsewhere. */
  readonly listen: (callback: () => void) => unknown;
  readonly entries: (profile: string) => Promise<readonly T[]>;
}

const nothing: readonly never[] = [];

/** A hook that gives the own entries, oldest first: the same array until something changed. */
export function createPendingEntries<T>({ listen, entries }: Waiting<T>): () => readonly T[] {
  const held = createStore<{ readonly profile: string; readonly entries: readonly T[] }>({ profile: '', entries: nothing });
  let followed = '';
  let reading: Promise<void> | null = null;
  let nextReading: Promise<void> | null = null;

  /** Changes while a reading is under way need one more after it, however many they are. Answers once they are shown. */
  function read(): Promise<void> {
    if (reading === null) {
      reading = readNow().finally(() => (reading = null));
      return reading;
    }
    nextReading ??= reading.then(() => {
      nextReading = null;
      return read();
    });
    return nextReading;
  }

  async function readNow(): Promise<void> {
    const profile = followed;
    // A device without storage has nothing waiting.
    const found = await entries(profile).catch(() => null);
    if (found !== null) held.set({ profile, entries: found });
  }

  /** From the first screen that asks on there is one reading for all screens. */
  function follow(own: string): void {
    if (followed === own || own === '') return;
    if (followed === '') listen(read);
    followed = own;
    void read();
  }

  return () => {
    const own = useOwnProfileId();
    useEffect(() => follow(own), [own]);
    const { profile, entries: all } = useStore(held);
    return profile === own ? all : nothing;
  };
}
