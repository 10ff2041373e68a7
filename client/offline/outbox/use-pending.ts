// The writes that wait on this device, for screens, which overlay the server's answer with them.
import { useMemo } from 'react';
import { createPendingEntries } from './pending-entries.ts';
import type { OutboxEntry } from './outbox-entries.ts';
import { outbox } from './outbox.ts';

const useEntries = createPendingEntries(outbox);

/**
 * The own writes of one queue, or those that `which` picks, oldest first: waiting ones, the one under way, and refused
 * ones with their reason. `which` has to be the same function from render to render.
 */
export function usePending(which: string | ((entry: OutboxEntry) => boolean)): readonly OutboxEntry[] {
  const entries = useEntries();
  return useMemo(() => entries.filter(typeof which === 'string' ? ({ queue }) => queue === which : which), [entries, which]);
}
