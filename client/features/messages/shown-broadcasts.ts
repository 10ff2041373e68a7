// The chat of an area as shown: the server's messages of all sectors merged, and above them the waiting ones.
import type { Broadcast, Broadcaster } from '#shared/contract/messages.ts';
import type { ChatWrites } from './chat-writes.ts';
import { fromOutbox, fromServer, type ShownMessage } from './shown-messages.ts';

export interface ShownBroadcast extends ShownMessage {
  readonly sender: Broadcaster;
  /** Null if unknown. */
  readonly distanceMetres: number | null;
}

/** The loaded messages of one sector, newest first and without gaps. */
export interface KnownSector {
  readonly items: readonly Broadcast[];
  /** Whether the server may have older ones. */
  readonly hasMore: boolean;
}

/** Messages of several sectors merged without gaps: none older than the oldest loaded one of an incomplete sector. */
export function joinedSectors(sectors: readonly KnownSector[]): Broadcast[] {
  const from = oldestWhole(sectors);
  return sectors
    .flatMap(({ items }) => items.filter(({ sequence }) => sequence >= from))
    .toSorted((a, b) => b.sequence - a.sequence);
}

/** Indices of the sectors that need older pages before more can be shown. */
export function sectorsToAsk(sectors: readonly KnownSector[]): number[] {
  const from = oldestWhole(sectors);
  return sectors.flatMap((sector, place) => (sector.hasMore && oldestOf(sector) === from ? [place] : []));
}

/** Newest first. `hiddenIds` are about to be removed; `all` are all loaded messages, for the senders' distances. */
export function shownBroadcasts(
  own: string,
  items: readonly Broadcast[],
  all: readonly Broadcast[],
  { removedIds }: ChatWrites,
  hiddenIds: ReadonlySet<string>,
): ShownBroadcast[] {
  // Messages from the socket have no distance.
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

/** Own messages not delivered yet, newest first. `items` are newest first too. */
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
