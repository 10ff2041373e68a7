// What waits on this device for the member who looks at it, read once for all screens.
import { useEffect } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { createStore, useStore } from '#client/ui/store.ts';

interface Waiting<T> {
  /** Calls back when anything changed, in this tab or elsewhere. */
  readonly listen: (callback: () => void) => unknown;
  readonly entries: (profile: string) => Promise<readonly T[]>;
}

const nothing: readonly never[] = [];

/** A hook that gives the own entries, oldest first: the same array until something changed. */
export function createFollowed<T>({ listen, entries }: Waiting<T>): () => readonly T[] {
  const held = createStore<{ readonly profile: string; readonly entries: readonly T[] }>({ profile: '', entries: nothing });
  let followed = '';
  let isReading = false;
  let isReadAgain = false;

  /** Changes while a reading is under way need one more after it, however many they are. */
  async function read(): Promise<void> {
    if (isReading) {
      isReadAgain = true;
      return;
    }
    isReading = true;
    try {
      const profile = followed;
      held.set({ profile, entries: await entries(profile) });
    } catch {
      // A device without storage has nothing waiting.
    } finally {
      isReading = false;
      if (isReadAgain) {
        isReadAgain = false;
        void read();
      }
    }
  }

  /** From the first screen that asks on there is one reading for all screens. */
  function follow(own: string): void {
    if (followed === own || own === '') return;
    if (followed === '') listen(() => void read());
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
