// The part of each queue on the device that screens need: the number of entries, and a callback when this tab adds one.
import type { MemberDatabase } from '#client/offline/database.ts';
import { sealName } from '#client/offline/seal.ts';

export interface WaitingForScreens {
  /** The number of a member's entries, including refused ones. A message with pictures counts once. */
  readonly count: (profile: string) => Promise<number>;
  /** Calls back when this tab has added an entry. */
  readonly onAdded: (callback: () => void) => void;
}

export function waitingForScreens(
  database: MemberDatabase,
  store: 'outbox' | 'uploads',
): WaitingForScreens & { readonly notifyAdded: () => void } {
  const listeners = new Set<() => void>();
  return {
    count: async (profile) => {
      const owner = await sealName(profile);
      return database.run([store], 0, async (transaction) => {
        if (store === 'outbox') return transaction.objectStore(store).index('byProfile').count(owner);
        const rows = await transaction.objectStore(store).index('byProfile').getAll(owner);
        return rows.filter(({ isOfMessage }) => isOfMessage !== true).length;
      });
    },
    onAdded: (callback) => void listeners.add(callback),
    notifyAdded: () => listeners.forEach((listener) => listener()),
  };
}
