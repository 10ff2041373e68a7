// Members' last visits, and whether members are online, as far as others may know.
import { createSecretsStore } from '#server/db/secrets.ts';
import { DueTimes } from '#server/nearby/due-times.ts';
import { createVisitSlots, longestVisitMs, visitSlotMs, type VisitSlots } from '#server/nearby/visit-slots.ts';
import type { World } from '#server/world.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { createVisitsStore } from './visits.store.ts';

type LastVisit = { readonly id: string; readonly seen_ms: number };

export interface Visits {
  /** False for a member who does not show their visits. They do not see those of others either. */
  sharesVisits(profileId: string): boolean;
  /** The last visit as the viewer may know it, rounded down to the hour. Null if one of the two does not show visits. */
  lastSeenFor(viewerId: string, profile: LastVisit): number | null;
  /** The time until which the member looks online. 0 if it is over, or the member does not show visits. */
  onlineUntil(profile: LastVisit): number;
  /** True if the member looks online to the viewer. Both must show their visits. The caller checks that neither is hidden. */
  isOnlineFor(viewerId: string, profile: LastVisit): boolean;
  /** Publishes the visits whose slot has ended. Runs by itself once a second. */
  advance(): void;
  /** Resolves once the published visits are stored. */
  stored(): Promise<void>;
  readonly slots: VisitSlots;
  /** Publishes the visits whose slot has ended for the last time. The others are published after the next start. */
  close(): Promise<void>;
}

/** How many visits one transaction stores: a few milliseconds of work. */
const storedAtOnce = 100;

/** Visits are stored and shown only by their slot, and only after the slot has ended. */
export async function openVisits(world: World): Promise<Visits> {
  const { bus, clock, db, log, nearby } = world;
  const secret = await db.write((tx) => createSecretsStore(tx).findOrStore('visit-slots', world.ids.secret(32)));
  const slots = createVisitSlots(secret);
  const withoutVisits = new Set(await createVisitsStore(db.read).membersWithoutVisits());
  /** For each member with a current visit, the start of the slot that has not ended. */
  const openSlots = new Map<string, number>();
  const ends = new DueTimes();
  let storing = Promise.resolve();

  function open(profileId: string, atMs: number): void {
    const startMs = slots.startOf(profileId, atMs);
    if (openSlots.get(profileId) === startMs) return;
    openSlots.set(profileId, startMs);
    ends.add(startMs + visitSlotMs, profileId);
  }

  bus.on('memberSeen', ({ profileId }) => {
    advance();
    open(profileId, clock.now());
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
    for (let from = 0; from < ended.length; from += storedAtOnce) {
      const stored = db
        .write((tx) => createVisitsStore(tx).store(ended.slice(from, from + storedAtOnce)))
        .catch((error: unknown) => log.warn({ err: error }, 'last visits could not be stored'));
      storing = Promise.all([storing, stored]).then(() => undefined);
    }
  }

  const onlineUntil = ({ id, seen_ms }: LastVisit): number =>
    withoutVisits.has(id) || seen_ms + longestVisitMs < clock.now() ? 0 : slots.onlineUntil(id, seen_ms);
  const sharesVisits = (profileId: string): boolean => !withoutVisits.has(profileId);
  const nowMs = clock.now();
  const newestMs = (await createVisitsStore(db.read).newestVisitMs()) ?? 0;
  if (newestMs > nowMs + dayMs)
    log.error(
      `the clock of this machine is wrong: it says ${new Date(nowMs).toISOString()}, and the newest visit was at ${new Date(newestMs).toISOString()}`,
    );
  for (const visit of await createVisitsStore(db.read).unpublished({ nowMs, newestMs, slotMs: visitSlotMs }))
    open(visit.id, visit.at_ms);
  advance();
  await storing;
  const timer = setInterval(advance, 1_000).unref();

  return {
    sharesVisits,
    lastSeenFor(viewerId, { id, seen_ms }) {
      if (!sharesVisits(viewerId) || !sharesVisits(id)) return null;
      const startMs = slots.startOf(id, seen_ms);
      return startMs - (startMs % hourMs);
    },
    isOnlineFor: (viewerId, profile) => sharesVisits(viewerId) && onlineUntil(profile) > clock.now(),
    onlineUntil,
    advance,
    stored: () => storing,
    slots,
    close() {
      clearInterval(timer);
      advance();
      return storing;
    },
  };
}
