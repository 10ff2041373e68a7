// Merges the broadcasts of several sectors, with waiting messages above them.
import type { Broadcast, Broadcaster } from '#shared/contract/messages.ts';
import type { ChatWrites } from './chat-writes.ts';
import { fromOutbox, fromServer, type ShownMessage } from './shown-messages.ts';

export interface ShownBroadcast extends ShownMessage {
  readonly sender: Broadcaster;
  /** Null if unknown. */
  readonly distanceMetres: number | null;
}

/** The loaded messages of one sector, newest first and without gaps. */
export interface LoadedSector {
  readonly items: readonly Broadcast[];
  /** True if the server may have older messages. */
  readonly hasMore: boolean;
}

/** Leaves out messages that are older than the oldest loaded one of an incomplete sector, so that there are no gaps. */
export function mergeSectors(sectors: readonly LoadedSector[]): Broadcast[] {
  const start = completeFrom(sectors);
  return sectors
    .flatMap(({ items }) => items.filter(({ sequence }) => sequence >= start))
    .toSorted((a, b) => b.sequence - a.sequence);
}

/** Indices of the sectors whose older pages are needed next. */
export function sectorsToLoad(sectors: readonly LoadedSector[]): number[] {
  const start = completeFrom(sectors);
  return sectors.flatMap((sector, index) => (sector.hasMore && oldestOf(sector) === start ? [index] : []));
}

/** Newest first. `hiddenIds` are about to be removed; `all` are all loaded messages, for their senders' distances. */
export function shownBroadcasts(
  ownId: string,
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
      ...fromServer(ownId, message),
      state: message.senderProfileId === ownId ? 'sent' : 'received',
      sender: message.profile,
      distanceMetres: distances.get(message.senderProfileId) ?? null,
    }));
}

/** The member's undelivered messages; these and `items` are newest first. */
export function waitingBroadcasts(me: Broadcaster, items: readonly Broadcast[], { broadcasts }: ChatWrites): ShownBroadcast[] {
  const delivered = new Set(items.map(({ clientId }) => clientId));
  return broadcasts
    .filter(({ key }) => !delivered.has(key))
    .map((waiting) => ({ ...fromOutbox(waiting, items[0]?.tsCreated ?? 0), sender: me, distanceMetres: null }))
    .toReversed();
}

const oldestOf = ({ items }: LoadedSector): number => items.at(-1)?.sequence ?? 0;

/** The lowest sequence from which all sectors are loaded without gaps. */
const completeFrom = (sectors: readonly LoadedSector[]): number =>
  Math.max(0, ...sectors.filter(({ hasMore }) => hasMore).map(oldestOf));
