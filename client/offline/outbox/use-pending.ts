// The waiting writes on this device. Screens lay them over the server's replies.
import { useMemo } from 'react';
import { createPendingEntries } from './pending-entries.ts';
import type { OutboxEntry } from './outbox-entries.ts';
import { outbox } from './outbox.ts';
import { inOwnLanguage } from './refusal-texts.ts';
import { unstoredWrites } from './unstored-writes.ts';

const pending = createPendingEntries<OutboxEntry>({
  listen: (callback) => {
    outbox.listen(callback);
    unstoredWrites.subscribe(callback);
  },
  entries: async (profile) => [
    ...inOwnLanguage(await outbox.entries(profile).catch(() => [])),
    ...unstoredWrites.get().filter((entry) => entry.profile === profile),
  ],
});

/** Reads the member's writes. Call it before the first screen, which would otherwise be shown without them for a moment. */
export const readPending = pending.follow;

/** Resolves once screens show a write that was just stored. */
export const refreshPending = pending.refresh;

/** The member's own writes of a queue as they were last read, oldest first. */
export const pendingNow = (queue: string, profile: string): readonly OutboxEntry[] =>
  pending.now(profile).filter((entry) => entry.queue === queue);

/**
 * The member's own writes of a queue, or those that `which` selects, oldest first. They are waiting, being sent, or refused with a
 * reason. `which` must be the same function in every render.
 */
export function usePending(which: string | ((entry: OutboxEntry) => boolean)): readonly OutboxEntry[] {
  const entries = pending.useEntries();
  return useMemo(() => entries.filter(typeof which === 'string' ? ({ queue }) => queue === which : which), [entries, which]);
}
