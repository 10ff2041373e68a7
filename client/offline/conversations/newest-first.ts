// Merges a fetched page into cached items, for lists that come newest first in pages.

export interface Ordered {
  /** The position in the list. Later items have higher numbers. */
  readonly sequence: number;
  /** Of two versions of an item, the later one has the higher number. */
  readonly revision: number;
}

export interface Joined<T> {
  /** Newest first, without a gap. */
  readonly items: T[];
  /** Cached items that were deleted according to the page. */
  readonly gone: T[];
  /** True if items may be missing between the page and the older cached ones, which `items` then leaves out. */
  readonly hasGap: boolean;
}

/** `cached` are the items that were shown when the newest `page` was requested. `isFull`: older items may follow after the page. */
export function joinNewest<T extends Ordered & { readonly id: string }>(
  cached: readonly T[],
  page: readonly T[],
  isFull: boolean,
  idOf: (item: T) => string,
): Joined<T> {
  const byId = new Map(cached.map((item) => [idOf(item), item]));
  const inPage = new Set(page.map(idOf));
  const oldest = isFull ? (page.at(-1)?.sequence ?? 0) : 0;
  const others = cached.filter((item) => !inPage.has(idOf(item)));
  // Broadcasts with the same time may be before and after the end of the page.
  const below = reachesEnd(cached, page, idOf) ? [] : others.filter(({ sequence }) => sequence <= oldest);
  const hasGap = below.length > 0 && !page.some((item) => byId.has(idOf(item)));
  // If the newest message of a conversation was deleted, the page has another message of it.
  const fresh = page.map((item) => {
    const known = byId.get(idOf(item));
    return known?.id === item.id ? newerOf(item, known) : item;
  });
  return {
    items: newestFirst([...fresh, ...(hasGap ? [] : below)]),
    gone: others.filter((item) => !below.includes(item)),
    hasGap,
  };
}

/** True if the page contains the oldest item of `cached`. */
export function reachesEnd<T>(cached: readonly T[], page: readonly T[], idOf: (item: T) => string): boolean {
  const oldest = cached.at(-1);
  return oldest !== undefined && page.some((item) => idOf(item) === idOf(oldest));
}

/** Applies the additions and removals from `before` to `now` to `joined`, which was made from `before`. */
export function applyLaterChanges<T extends Ordered>(
  joined: readonly T[],
  before: readonly T[],
  now: readonly T[],
  idOf: (item: T) => string,
): T[] {
  const knownBefore = new Set(before.map(idOf));
  const knownNow = new Set(now.map(idOf));
  const remaining = joined.filter((item) => !knownBefore.has(idOf(item)) || knownNow.has(idOf(item)));
  const remainingIds = new Set(remaining.map(idOf));
  const changed = now.filter((item) => !before.includes(item) && (!knownBefore.has(idOf(item)) || remainingIds.has(idOf(item))));
  // The server's counts of unread messages may change without a new revision, so the fetched item wins.
  return mergeItems(changed, remaining, idOf);
}

/** Inserts new items at their position, and replaces items if the revision is newer. */
export function mergeItems<T extends Ordered>(cached: readonly T[], items: readonly T[], idOf: (item: T) => string): T[] {
  const byId = new Map(cached.map((item) => [idOf(item), item]));
  for (const item of items) byId.set(idOf(item), newerOf(item, byId.get(idOf(item))));
  return newestFirst([...byId.values()]);
}

const newerOf = <T extends Ordered>(item: T, known: T | undefined): T =>
  known !== undefined && known.revision > item.revision ? known : item;

const newestFirst = <T extends Ordered>(items: T[]): T[] => items.sort((a, b) => b.sequence - a.sequence);
