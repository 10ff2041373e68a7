// Merges the broadcasts of several sectors, and puts waiting messages above them.
import type { Broadcast, Broadcaster } from '#shared/contract/messages.ts';
import type { ChatWrites } from './chat-writes.ts';
import { fromOutbox, fromServer, type ShownMessage } from './shown-messages.ts';

export interface ShownBroadcast extends ShownMessage {
  readonly sender: Broadcaster;
  /** Null if the distance is unknown. */
  readonly distanceMetres: number | null;
}

/** The loaded messages of one sector, newest first and without gaps. */
export interface LoadedSector {
  readonly items: readonly Broadcast[];
  /** True if the server may have older messages. */
  readonly hasMore: boolean;
}

/** Merges the sectors without gaps: messages older than the oldest loaded one of an incomplete sector are left out. */
export function mergeSectors(sectors: readonly LoadedSector[]): Broadcast[] {
  const start = completeFrom(sectors);
  return sectors
    .flatMap(({ items }) => items.filter(({ sequence }) => sequence >= start))
    .toSorted((a, b) => b.sequence - a.sequence);
}

/** Returns the indices of the sectors whose older pages are needed next. */
export function sectorsToLoad(sectors: readonly LoadedSector[]): number[] {
  const start = completeFrom(sectors);
  return sectors.flatMap((sector, index) => (sector.hasMore && oldestOf(sector) === start ? [index] : []));
}

/** The newest message comes first. Those in `hiddenIds` are about to be removed. `all` is read for the senders' distances. */
export function shownBroadcasts(
  ownId: string,
  items: readonly Broadcast[],
  all: readonly Broadcast[],
  { removedIds, blockedIds }: ChatWrites,
  hiddenIds: ReadonlySet<string>,
): ShownBroadcast[] {
  // Messages from the socket have no distance.
  const distances = new Map(all.map(({ senderProfileId, distanceMetres }) => [senderProfileId, distanceMetres] as const));
  for (const { senderProfileId, distanceMetres } of all)
    if (distanceMetres !== undefined) distances.set(senderProfileId, distanceMetres);
  return items
    .filter(({ id, senderProfileId }) => !hiddenIds.has(id) && !removedIds.has(id) && !blockedIds.has(senderProfileId))
    .map((message) => ({
      ...fromServer(ownId, message),
      state: message.senderProfileId === ownId ? 'sent' : 'received',
      sender: message.profile,
      distanceMetres: distances.get(message.senderProfileId) ?? null,
    }));
}

/** Returns the member's undelivered messages, newest first like `items`. */
export function waitingBroadcasts(me: Broadcaster, items: readonly Broadcast[], { broadcasts }: ChatWrites): ShownBroadcast[] {
  const delivered = new Set(items.map(({ clientId }) => clientId));
  return broadcasts
    .filter(({ key }) => !delivered.has(key))
    .map((waiting) => ({ ...fromOutbox(waiting, items[0]?.tsCreated ?? 0), sender: me, distanceMetres: null }))
    .toReversed();
}

const oldestOf = ({ items }: LoadedSector): number => items.at(-1)?.sequence ?? 0;

/** Returns the lowest sequence from which all sectors are loaded without gaps. */
const completeFrom = (sectors: readonly LoadedSector[]): number =>
  Math.max(0, ...sectors.filter(({ hasMore }) => hasMore).map(oldestOf));
