// The writes that wait on this device, for screens: what a member sees is the server's answer overlaid by these.
import { useEffect, useMemo } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { createStore, useStore } from '#client/ui/store.ts';
import { outbox, type OutboxEntry } from './outbox.ts';

interface Held {
  readonly profile: string;
  readonly entries: readonly OutboxEntry[];
}

const held = createStore<Held>({ profile: '', entries: [] });
let isReading = false;
let isReadAgain = false;

/**
 * The own writes of one queue, or those that `which` picks, oldest first: waiting ones, the one under way, and refused
 * ones with their reason. `which` has to be the same function from render to render.
 */
export function usePending(which: string | ((entry: OutboxEntry) => boolean)): readonly OutboxEntry[] {
  const own = useOwnProfileId();
  useEffect(() => follow(own), [own]);
  const { profile, entries } = useStore(held);
  return useMemo(() => {
    if (profile !== own) return [];
    return entries.filter(typeof which === 'string' ? ({ queue }) => queue === which : which);
  }, [profile, own, entries, which]);
}

let followed = '';

/** From the first screen that asks on there is one reading for all screens. */
function follow(own: string): void {
  if (followed === own || own === '') return;
  if (followed === '') outbox.listen(() => void read());
  followed = own;
  void read();
}

/** Changes while a reading is under way need one more after it, however many they are. */
async function read(): Promise<void> {
  if (isReading) {
    isReadAgain = true;
    return;
  }
  isReading = true;
  try {
    const profile = followed;
    held.set({ profile, entries: await outbox.entries(profile) });
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
