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

export interface PendingEntries<T> {
  /** Reads the member's entries, and follows them from now on. Resolves once they are read. */
  readonly follow: (profile: string) => Promise<void>;
  /** Reads the followed member's entries again. Resolves once they are shown. */
  readonly refresh: () => Promise<void>;
  /** The member's entries as they were last read, oldest first. */
  readonly now: (profile: string) => readonly T[];
  /** A hook for the current member's own entries. It returns the same array until an entry changes. */
  readonly useEntries: () => readonly T[];
}

export function createPendingEntries<T>({ listen, entries }: Waiting<T>): PendingEntries<T> {
  const lastRead = createStore<{ readonly profile: string; readonly entries: readonly T[] }>({ profile: '', entries: nothing });
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
    if (found !== null) lastRead.set({ profile, entries: found });
  }

  /** All screens share one subscription. */
  async function follow(own: string): Promise<void> {
    if (followed === own || own === '') return;
    if (followed === '') listen(read);
    followed = own;
    await read();
  }

  const ofProfile = (own: string, { profile, entries: all } = lastRead.get()): readonly T[] => (profile === own ? all : nothing);

  return {
    follow,
    refresh: read,
    now: ofProfile,
    useEntries() {
      const own = useOwnProfileId();
      useEffect(() => void follow(own), [own]);
      return ofProfile(own, useStore(lastRead));
    },
  };
}
