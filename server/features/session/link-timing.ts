// Decides whether and when a requested link is mailed, and how long it is valid. The mailbox soon has a valid link, and is not flooded.
import type { ServerLimits } from '#server/limits.ts';

export interface MailedTimes {
  readonly created_ms: number;
  readonly expires_ms: number;
  readonly used_ms: number | null;
}

interface LinkRequest {
  readonly nowMs: number;
  /** The account knows the browser that requests the link. */
  readonly byKnownBrowser: boolean;
  /** The owner of the mailbox accepts mails only for known browsers. */
  readonly isLimited: boolean;
}

export interface LinkTimes {
  readonly startMs: number;
  readonly endMs: number;
}

type Limits = Pick<ServerLimits, 'loginLinkMs' | 'maxLoginLinkMs' | 'linkWithinMs' | 'unusedLinksMs'>;

/**
 * The times of the link to mail, or null to mail none. A known browser gets its link at once. Another browser gets none while the last
 * link is unused and valid for more than `linkWithinMs`. Otherwise its link is mailed when the last one ends, or at once if there is no
 * valid one. `last` is the link mailed last.
 */
export function nextLink(
  last: MailedTimes | null,
  { nowMs, byKnownBrowser, isLimited }: LinkRequest,
  limits: Limits,
): LinkTimes | null {
  if (isLimited && !byKnownBrowser) return null;
  const liveForMs = last === null || last.used_ms !== null ? 0 : Math.max(last.expires_ms - nowMs, 0);
  if (!byKnownBrowser && liveForMs > limits.linkWithinMs) return null;
  const startMs = byKnownBrowser ? nowMs : nowMs + liveForMs;
  return { startMs, endMs: startMs + lifetimeAfter(last, startMs, limits) };
}

/** Doubles with each link that expires unused, up to a maximum. Starts again after a used link, or `unusedLinksMs` without links. */
function lifetimeAfter(last: MailedTimes | null, startMs: number, limits: Limits): number {
  if (last === null || last.used_ms !== null || startMs - last.expires_ms > limits.unusedLinksMs) return limits.loginLinkMs;
  const lastMs = last.expires_ms - last.created_ms;
  return last.expires_ms > startMs ? lastMs : Math.min(2 * lastMs, limits.maxLoginLinkMs);
}
