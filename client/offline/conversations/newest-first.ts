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
  readonly hasHole: boolean;
}

/** `held` are the items that were shown when the newest `page` was requested. `isFull`: older items may follow after the page. */
export function joinNewest<T extends Ordered & { readonly id: string }>(
  held: readonly T[],
  page: readonly T[],
  isFull: boolean,
  idOf: (item: T) => string,
): Joined<T> {
  const byId = new Map(held.map((item) => [idOf(item), item]));
  const inPage = new Set(page.map(idOf));
  const oldest = isFull ? (page.at(-1)?.sequence ?? 0) : 0;
  const others = held.filter((item) => !inPage.has(idOf(item)));
  // Broadcasts with the same time may be before and after the end of the page.
  const below = reachesEnd(held, page, idOf) ? [] : others.filter(({ sequence }) => sequence <= oldest);
  const hasHole = below.length > 0 && !page.some((item) => byId.has(idOf(item)));
  // If the newest message of a conversation was deleted, the page has another message of it.
  const fresh = page.map((item) => {
    const known = byId.get(idOf(item));
    return known?.id === item.id ? later(item, known) : item;
  });
  return {
    items: inOrder([...fresh, ...(hasHole ? [] : below)]),
    gone: others.filter((item) => !below.includes(item)),
    hasHole,
  };
}

/** True if the page contains the oldest item of `held`. */
export function reachesEnd<T>(held: readonly T[], page: readonly T[], idOf: (item: T) => string): boolean {
  const oldest = held.at(-1);
  return oldest !== undefined && page.some((item) => idOf(item) === idOf(oldest));
}

/** Applies the additions and removals from `before` to `now` to `joined`, which was made from `before`. */
export function applyMeanwhile<T extends Ordered>(
  joined: readonly T[],
  before: readonly T[],
  now: readonly T[],
  idOf: (item: T) => string,
): T[] {
  const knownBefore = new Set(before.map(idOf));
  const knownNow = new Set(now.map(idOf));
  const left = joined.filter((item) => !knownBefore.has(idOf(item)) || knownNow.has(idOf(item)));
  const isLeft = new Set(left.map(idOf));
  const changed = now.filter((item) => !before.includes(item) && (!knownBefore.has(idOf(item)) || isLeft.has(idOf(item))));
  // The server's counts of unread messages may change without a new revision, so the fetched item wins.
  return mergeItems(changed, left, idOf);
}

/** Inserts new items at their position, and replaces items if the revision is newer. */
export function mergeItems<T extends Ordered>(held: readonly T[], items: readonly T[], idOf: (item: T) => string): T[] {
  const byId = new Map(held.map((item) => [idOf(item), item]));
  for (const item of items) byId.set(idOf(item), later(item, byId.get(idOf(item))));
  return inOrder([...byId.values()]);
}

const later = <T extends Ordered>(item: T, known: T | undefined): T =>
  known !== undefined && known.revision > item.revision ? known : item;

const inOrder = <T extends Ordered>(items: T[]): T[] => items.sort((a, b) => b.sequence - a.sequence);
