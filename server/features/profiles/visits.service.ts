// Members' last visits and whether they are online, as far as others may learn it.
import { createSecretsStore } from '#server/db/secrets.ts';
import { DueTimes } from '#server/nearby/due-times.ts';
import { createVisitSlots, longestVisitMs, visitSlotMs, type VisitSlots } from '#server/nearby/visit-slots.ts';
import type { World } from '#server/world.ts';
import { createVisitsStore } from './visits.store.ts';

type LastVisit = { readonly id: string; readonly seen_ms: number };

export interface Visits {
  /** False for a member who shows no visits, and therefore sees none. */
  sharesVisits(profileId: string): boolean;
  /** The last visit as disclosed to the viewer, rounded down to the hour; null if one of them shares no visits. */
  lastSeenFor(viewerId: string, profile: LastVisit): number | null;
  /** Until when the member looks online; 0 if that is over, and for a member who shares no visits. */
  onlineUntil(profile: LastVisit): number;
  /** Publishes the visits whose slot has ended. Runs automatically once a second. */
  advance(): void;
  readonly slots: VisitSlots;
  close(): void;
}

const hourMs = 3_600_000;
/** Visits in one transaction: a few milliseconds of work. */
const storedAtOnce = 100;

/** Visits are stored and shown by their slot, and only after it has ended. */
export async function openVisits(world: World): Promise<Visits> {
  const { bus, clock, db, log, nearby } = world;
  const secret = await db.write((tx) => createSecretsStore(tx).findOrStore('visit-slots', world.ids.secret(32)));
  const slots = createVisitSlots(secret);
  const withoutVisits = new Set(await createVisitsStore(db.read).membersWithoutVisits());
  /** The starts of slots that have not ended. */
  const openSlots = new Map<string, number>();
  const ends = new DueTimes();

  bus.on('memberSeen', ({ profileId }) => {
    advance();
    const startMs = slots.startOf(profileId, clock.now());
    if (openSlots.get(profileId) === startMs) return;
    openSlots.set(profileId, startMs);
    ends.add(startMs + visitSlotMs, profileId);
  });
  bus.on('settingsChanged', ({ profileId, showOnline }) => {
    if (showOnline === true) withoutVisits.delete(profileId);
    if (showOnline !== false) return;
    withoutVisits.add(profileId);
    nearby.online(profileId, 0);
  });
  bus.on('profileDeleted', ({ profileId }) => {
    withoutVisits.delete(profileId);
    openSlots.delete(profileId);
  });

  function advance(): void {
    const nowMs = clock.now();
    const ended: LastVisit[] = [];
    for (const id of ends.take(nowMs)) {
      const startMs = openSlots.get(id);
      if (startMs === undefined || startMs + visitSlotMs > nowMs) continue;
      openSlots.delete(id);
      const visited = { id, seen_ms: startMs };
      nearby.online(id, onlineUntil(visited));
      ended.push(visited);
    }
    for (let from = 0; from < ended.length; from += storedAtOnce)
      db.write((tx) => createVisitsStore(tx).store(ended.slice(from, from + storedAtOnce))).catch((error: unknown) =>
        log.warn({ err: error }, 'last visits could not be stored'),
      );
  }

  const onlineUntil = ({ id, seen_ms }: LastVisit): number =>
    withoutVisits.has(id) || seen_ms + longestVisitMs < clock.now() ? 0 : slots.onlineUntil(id, seen_ms);
  const sharesVisits = (profileId: string): boolean => !withoutVisits.has(profileId);
  const timer = setInterval(advance, 1_000).unref();

  return {
    sharesVisits,
    lastSeenFor(viewerId, { id, seen_ms }) {
      if (!sharesVisits(viewerId) || !sharesVisits(id)) return null;
      const startMs = slots.startOf(id, seen_ms);
      return startMs - (startMs % hourMs);
    },
    onlineUntil,
    advance,
    slots,
    close: () => clearInterval(timer),
  };
}
