// A hook for the waiting writes on this device. Screens lay them over the server's replies.
import { useMemo } from 'react';
import { createPendingEntries } from './pending-entries.ts';
import type { OutboxEntry } from './outbox-entries.ts';
import { outbox } from './outbox.ts';
import { unstoredWrites } from './unstored-writes.ts';

const useEntries = createPendingEntries<OutboxEntry>({
  listen: (callback) => {
    outbox.listen(callback);
    unstoredWrites.subscribe(callback);
  },
  entries: async (profile) => [
    ...(await outbox.entries(profile).catch(() => [])),
    ...unstoredWrites.get().filter((entry) => entry.profile === profile),
  ],
});

/**
 * The member's own writes of a queue, or those that `which` selects, oldest first. They are waiting, being sent, or refused with a
 * reason. `which` must be the same function in every render.
 */
export function usePending(which: string | ((entry: OutboxEntry) => boolean)): readonly OutboxEntry[] {
  const entries = useEntries();
  return useMemo(() => entries.filter(typeof which === 'string' ? ({ queue }) => queue === which : which), [entries, which]);
}
