// Asks the server which of the shown members are online: at most once a minute for each, in few calls, while the page is visible.
import { createStore, type Store } from '#client/device/store.ts';
import { limits } from '#shared/rules/limits.ts';

export interface OnlineWatchParts {
  /** Resolves to the members who are online. Called with at most a hundred ids. */
  readonly ask: (profileIds: string[]) => Promise<readonly string[]>;
  /** True if a member is logged in, the page is visible and the server can be reached. */
  readonly canAsk: () => boolean;
  readonly nowMs: () => number;
}

export interface OnlineWatch {
  /** The members who were online at the last request. */
  readonly online: Store<ReadonlySet<string>>;
  /** Returns a function that ends the watch. */
  watch(profileIds: readonly string[]): () => void;
  /** Asks about all members who are due. Call it when `canAsk` may have become true. */
  askNow(): void;
  /** Call it when another member logs in. Members who are still shown are asked about again. */
  forget(): void;
}

const onlineRefetchMs = 60_000;
/** Members who appear within this time are in the same request. */
const collectMs = 100;

export function createOnlineWatch({ ask, canAsk, nowMs }: OnlineWatchParts): OnlineWatch {
  const online = createStore<ReadonlySet<string>>(new Set());
  /** The number of screens that show each member. */
  const watched = new Map<string, number>();
  const askedMs = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn = 0;

  const dueMs = (id: string): number => (askedMs.get(id) ?? Number.NEGATIVE_INFINITY) + onlineRefetchMs;

  function askNow(): void {
    if (!canAsk()) return;
    const now = nowMs();
    const due = [...watched.keys()].filter((id) => dueMs(id) <= now);
    for (let from = 0; from < due.length; from += limits.maxOnlineAsked)
      void askFor(due.slice(from, from + limits.maxOnlineAsked));
    schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    if (watched.size === 0) return;
    let nextMs = Number.POSITIVE_INFINITY;
    for (const id of watched.keys()) nextMs = Math.min(nextMs, dueMs(id));
    timer = setTimeout(askNow, Math.max(collectMs, nextMs - nowMs()));
  }

  async function askFor(ids: string[]): Promise<void> {
    const own = turn;
    for (const id of ids) askedMs.set(id, nowMs());
    // If the request fails, these members count as offline, and the next request about them is a minute later.
    const found = await ask(ids).catch((): readonly string[] => []);
    if (own !== turn) return;
    const old = online.get();
    const next = new Set(old);
    for (const id of ids) next.delete(id);
    for (const id of found) next.add(id);
    if (next.size !== old.size || found.some((id) => !old.has(id))) online.set(next);
  }

  return {
    online,
    askNow,
    watch(profileIds) {
      for (const id of profileIds) watched.set(id, (watched.get(id) ?? 0) + 1);
      schedule();
      return () => {
        for (const id of profileIds) {
          const count = (watched.get(id) ?? 0) - 1;
          if (count > 0) watched.set(id, count);
          else watched.delete(id);
        }
        schedule();
      };
    },
    forget() {
      turn += 1;
      askedMs.clear();
      online.set(new Set());
      schedule();
    },
  };
}
