// Returns the result of an upload, for a screen that waits for it.
import type { Refusal } from '#client/offline/database-schema.ts';
import { reachability } from '#client/net/reachability.ts';
import type { UploadEntry } from './upload-queue.ts';
import { uploads } from './uploads.ts';

/**
 * 'saved' if the picture is in the profile, 'offline' or 'later' if it waits for a connection or for the server, 'cancelled' if
 * the member cancelled it, or the reason why the server refused it.
 */
export type UploadOutcome = 'saved' | 'offline' | 'later' | 'cancelled' | Refusal;

export function outcomeOf({ id, profile }: Pick<UploadEntry, 'id' | 'profile'>): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    let isDone = false;
    const check = async (): Promise<void> => {
      const entry = (await uploads.entries(profile)).find((one) => one.id === id);
      const outcome = entry === undefined ? (isDone ? 'saved' : 'cancelled') : outcomeOfWaiting(entry);
      if (outcome === null) return;
      stopListening();
      stopReachability();
      resolve(outcome);
    };
    const stopListening = uploads.onMessage((message) => {
      if (message.is === 'done' && message.entry.id === id) isDone = true;
      if (message.is !== 'progress') void check();
    });
    const stopReachability = reachability.subscribe(() => void check());
    void check();
  });
}

function outcomeOfWaiting({ state, tries, reason }: UploadEntry): UploadOutcome | null {
  if (state === 'failed') return reason;
  if (state === 'sending') return null;
  return reachability.get().isLost ? 'offline' : tries > 0 ? 'later' : null;
}
