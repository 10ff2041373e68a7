// The current member's waiting writes, read once for all screens.
import { useEffect } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { createStore, useStore } from '#client/device/store.ts';

interface Waiting<T> {
  /** Calls back when anything changes, in this tab or another. */
  readonly listen: (callback: () => void) => unknown;
  readonly entries: (profile: string) => Promise<readonly T[]>;
}

const nothing: readonly never[] = [];

/** Returns a hook for the member's own entries, oldest first. It returns the same array until an entry changes. */
export function createPendingEntries<T>({ listen, entries }: Waiting<T>): () => readonly T[] {
  const held = createStore<{ readonly profile: string; readonly entries: readonly T[] }>({ profile: '', entries: nothing });
  let followed = '';
  let reading: Promise<void> | null = null;
  let nextReading: Promise<void> | null = null;

  /** Changes that come during a read cause one more read. Resolves when they are shown. */
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
    // There are no waiting entries if the browser has no storage.
    const found = await entries(profile).catch(() => null);
    if (found !== null) held.set({ profile, entries: found });
  }

  /** All screens share one subscription. */
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
