// Applies waiting changes to the server's list of muted conversations.
import type { Mute } from '#shared/contract/mutes.ts';
import { serverAheadMs, serverNow } from '#client/device/server-time.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';

/** By profile id, the time in ms at which each mute ends. Null for a mute without an end. */
export function shownMutes(
  listed: readonly Mute[],
  pending: readonly Pick<OutboxEntry, 'body' | 'createdMs'>[],
  nowMs = serverNow(),
): ReadonlyMap<string, number | null> {
  const shown = new Map(listed.map(({ profileId, tsUntil }) => [profileId, tsUntil]));
  for (const { body, createdMs } of pending) {
    const { profileId, lastsMs } = muteIn(body);
    shown.set(profileId, lastsMs === null ? null : createdMs + serverAheadMs() + lastsMs);
  }
  return new Map([...shown].filter(([, untilMs]) => untilMs === null || untilMs > nowMs));
}

/** The minimum time between refetches, even if the device's clock is wrong. */
const minRefetchMs = 1_000;

/** Milliseconds until the first mute ends; null if none has an end. */
export function nextEndMs(listed: readonly Mute[], nowMs = serverNow()): number | null {
  const ends = listed.flatMap(({ tsUntil }) => (tsUntil === null ? [] : [tsUntil]));
  return ends.length === 0 ? null : Math.max(Math.min(...ends) - nowMs, minRefetchMs);
}

/** The body is not validated, because this device wrote it. */
const muteIn = (body: unknown): { readonly profileId: string; readonly lastsMs: number | null } => ({
  profileId: String(Reflect.get(Object(body), 'profileId')),
  lastsMs: Reflect.get(Object(body), 'lastsMs') === null ? null : Number(Reflect.get(Object(body), 'lastsMs')),
});
