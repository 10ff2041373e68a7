// Which conversations are muted now: what the server said, overlaid by what was chosen on this device since.
import type { Mute } from '#shared/contract/mutes.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox.ts';

/** By profile id: until when (ms), null for until it is switched on. `waiting` are choices that are on their way. */
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

/** Asked no more often, whatever the clock of the device says of the server's times. */
const leastMs = 1_000;

/** In how many ms the first of them ends; null where none does. */
export function nextEndMs(known: readonly Mute[], nowMs = Date.now()): number | null {
  const ends = known.flatMap(({ tsUntil }) => (tsUntil === null ? [] : [tsUntil]));
  return ends.length === 0 ? null : Math.max(Math.min(...ends) - nowMs, leastMs);
}

/** The body of a waiting choice, as it was put there. */
const chosen = (body: unknown): { readonly profileId: string; readonly lastsMs: number | null } => ({
  profileId: String(Reflect.get(Object(body), 'profileId')),
  lastsMs: Reflect.get(Object(body), 'lastsMs') === null ? null : Number(Reflect.get(Object(body), 'lastsMs')),
});
