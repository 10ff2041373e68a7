// The writes that wait on this device, for screens, which overlay the server's answer with them.
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
 * The own writes of one queue, or those that `which` picks, oldest first: waiting ones, the one under way, and refused
 * ones with their reason. `which` has to be the same function from render to render.
 */
export function usePending(which: string | ((entry: OutboxEntry) => boolean)): readonly OutboxEntry[] {
  const entries = useEntries();
  return useMemo(() => entries.filter(typeof which === 'string' ? ({ queue }) => queue === which : which), [entries, which]);
}
