// Asks which of the members on screens are online: each at most once a minute, many in one call, and only while the page is seen.
import { createStore, type Store } from '#client/device/store.ts';
import { limits } from '#shared/rules/limits.ts';

export interface OnlineWatchParts {
  /** At most a hundred ids; returns those who are online. */
  readonly ask: (profileIds: string[]) => Promise<readonly string[]>;
  /** The page is visible, and the server can be reached. */
  readonly canAsk: () => boolean;
  readonly nowMs: () => number;
}

export interface OnlineWatch {
  /** Everybody who was online when asked last. */
  readonly online: Store<ReadonlySet<string>>;
  /** Returns a function that ends the watch. */
  watch(profileIds: readonly string[]): () => void;
  /** Asks for all who are due; to be called when `canAsk` may have become true. */
  askNow(): void;
  /** For another member's session. */
  forget(): void;
}

const onlineRefetchMs = 60_000;
/** Members who appear together are asked for together. */
const collectMs = 100;

export function createOnlineWatch({ ask, canAsk, nowMs }: OnlineWatchParts): OnlineWatch {
  const online = createStore<ReadonlySet<string>>(new Set());
  /** How many screens show a member. */
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
    // Without an answer they are asked for again in a minute, and nobody is shown as online meanwhile.
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
    },
  };
}
