// The chat of an area as it is shown: what the server said of each sector in one order, and above it what waits on this device.
import type { Broadcast, Broadcaster } from '#shared/contract/messages.ts';
import type { ChatWrites } from './chat-writes.ts';
import { fromOutbox, fromServer, type ShownMessage } from './shown-messages.ts';

export interface ShownBroadcast extends ShownMessage {
  readonly sender: Broadcaster;
  /** Null where it is not known. */
  readonly distanceMetres: number | null;
}

/** What is known of one sector, newest first and without a hole. */
export interface KnownSector {
  readonly items: readonly Broadcast[];
  /** Whether the server may have older ones. */
  readonly hasMore: boolean;
}

/** Of several sectors all that stands in one order without a hole: nothing older than the oldest known one of a sector that goes on. */
export function joinedSectors(sectors: readonly KnownSector[]): Broadcast[] {
  const from = oldestWhole(sectors);
  return sectors
    .flatMap(({ items }) => items.filter(({ sequence }) => sequence >= from))
    .toSorted((a, b) => b.sequence - a.sequence);
}

/** The places of those sectors that have to be known further back before more of them can be shown. */
export function sectorsToAsk(sectors: readonly KnownSector[]): number[] {
  const from = oldestWhole(sectors);
  return sectors.flatMap((sector, place) => (sector.hasMore && oldestOf(sector) === from ? [place] : []));
}

/** Newest first. `hiddenIds` are about to be removed; `all` is whatever is known of the same senders, for their distance. */
export function shownBroadcasts(
  own: string,
  items: readonly Broadcast[],
  all: readonly Broadcast[],
  { removedIds }: ChatWrites,
  hiddenIds: ReadonlySet<string>,
): ShownBroadcast[] {
  // What came by the socket says nothing of the distance.
  const distances = new Map(all.map(({ senderProfileId, distanceMetres }) => [senderProfileId, distanceMetres] as const));
  for (const { senderProfileId, distanceMetres } of all)
    if (distanceMetres !== undefined) distances.set(senderProfileId, distanceMetres);
  return items
    .filter(({ id }) => !hiddenIds.has(id) && !removedIds.has(id))
    .map((message) => ({
      ...fromServer(own, message),
      state: message.senderProfileId === own ? 'sent' : 'received',
      sender: message.profile,
      distanceMetres: distances.get(message.senderProfileId) ?? null,
    }));
}

/** The own ones that the server has not got yet, newest first. `items` are newest first too. */
export function waitingBroadcasts(me: Broadcaster, items: readonly Broadcast[], { broadcasts }: ChatWrites): ShownBroadcast[] {
  const delivered = new Set(items.map(({ clientId }) => clientId));
  return broadcasts
    .filter(({ key }) => !delivered.has(key))
    .map((waiting) => ({ ...fromOutbox(waiting, items[0]?.tsCreated ?? 0), sender: me, distanceMetres: null }))
    .toReversed();
}

const oldestOf = ({ items }: KnownSector): number => items.at(-1)?.sequence ?? 0;

const oldestWhole = (sectors: readonly KnownSector[]): number =>
  Math.max(0, ...sectors.filter(({ hasMore }) => hasMore).map(oldestOf));
