// Muted conversations as shown: the server's list with waiting choices applied.
import type { Mute } from '#shared/contract/mutes.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';

/** By profile id: the end in ms, null for until switched on. `waiting` are choices not delivered yet. */
export function shownMutes(
  known: readonly Mute[],
  waiting: readonly Pick<OutboxEntry, 'body' | 'createdMs'>[],
  nowMs = Date.now(),
): ReadonlyMap<string, number | null> {
  const shown = new Map(known.map(({ profileId, tsUntil }) => [profileId, tsUntil]));
  for (const { body, createdMs } of waiting) {
    const { profileId, lastsMs } = chosen(body);
    shown.set(profileId, lastsMs === null ? null : createdMs + lastsMs);
  }
  return new Map([...shown].filter(([, untilMs]) => untilMs === null || untilMs > nowMs));
}

/** Refetched no more often than this, even if the device's clock is wrong. */
const minMs = 1_000;

/** Milliseconds until the first mute ends; null if none does. */
export function nextEndMs(known: readonly Mute[], nowMs = Date.now()): number | null {
  const ends = known.flatMap(({ tsUntil }) => (tsUntil === null ? [] : [tsUntil]));
  return ends.length === 0 ? null : Math.max(Math.min(...ends) - nowMs, minMs);
}

/** The body of a waiting choice, as this device wrote it. */
const chosen = (body: unknown): { readonly profileId: string; readonly lastsMs: number | null } => ({
  profileId: String(Reflect.get(Object(body), 'profileId')),
  lastsMs: Reflect.get(Object(body), 'lastsMs') === null ? null : Number(Reflect.get(Object(body), 'lastsMs')),
});
