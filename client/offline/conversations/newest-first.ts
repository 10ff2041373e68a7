// Joins cached items with a newly fetched page, for lists that come newest first in pages.

export interface Ordered {
  /** Place in the order of the list; later is higher. */
  readonly sequence: number;
  /** Of two states of the same item the higher one is the later. */
  readonly revision: number;
}

export interface Joined<T> {
  /** Newest first, without a hole. */
  readonly items: T[];
  /** Cached items that the page shows to be deleted. */
  readonly gone: T[];
  /** True if items may be missing between the page and the cached ones below it, which `items` then leaves out. */
  readonly hasHole: boolean;
}

/** `held` are the items shown when the newest `page` was requested; `isFull` if more may follow below the page. */
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
  // Broadcasts of one time may be on either side of the page's end.
  const below = reachesEnd(held, page, idOf) ? [] : others.filter(({ sequence }) => sequence <= oldest);
  const hasHole = below.length > 0 && !page.some((item) => byId.has(idOf(item)));
  // Of a conversation the page may have another message, if the newest one was deleted.
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

/** True if the page contains the oldest held item, so that nothing held is below it. */
export function reachesEnd<T>(held: readonly T[], page: readonly T[], idOf: (item: T) => string): boolean {
  const oldest = held.at(-1);
  return oldest !== undefined && page.some((item) => idOf(item) === idOf(oldest));
}

/** Applies the additions and removals between `before` and `now` to `joined`, which was made from `before`. */
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
  // The server's counts (unread) may change without a new revision: of the same revision the fetched one is current.
  return mergeItems(changed, left, idOf);
}

/** Puts single items in: new ones in their place, known ones only if theirs is a later state. */
export function mergeItems<T extends Ordered>(held: readonly T[], items: readonly T[], idOf: (item: T) => string): T[] {
  const byId = new Map(held.map((item) => [idOf(item), item]));
  for (const item of items) byId.set(idOf(item), later(item, byId.get(idOf(item))));
  return inOrder([...byId.values()]);
}

const later = <T extends Ordered>(item: T, known: T | undefined): T =>
  known !== undefined && known.revision > item.revision ? known : item;

const inOrder = <T extends Ordered>(items: T[]): T[] => items.sort((a, b) => b.sequence - a.sequence);
