// Decides whether and when a requested link is mailed, so that the mailbox soon contains a live link and cannot be flooded.
import type { ServerLimits } from '#server/limits.ts';

export interface MailedTimes {
  readonly created_ms: number;
  readonly expires_ms: number;
  readonly used_ms: number | null;
}

interface LinkRequest {
  readonly nowMs: number;
  /** A browser that the account knows. */
  readonly byKnownBrowser: boolean;
  /** The owner of the mailbox wants mails for known browsers only. */
  readonly isLimited: boolean;
}

export interface LinkTimes {
  readonly startMs: number;
  readonly endMs: number;
}

type Limits = Pick<ServerLimits, 'loginLinkMs' | 'maxLoginLinkMs' | 'linkWithinMs' | 'unusedLinksMs'>;

/**
 * The times of the link to be mailed; null to mail none. A known browser gets its link at once. Another one gets none while the last
 * link is live for longer than `linkWithinMs`; else its link starts when the last one ends. `last` is the link mailed last.
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

/** Doubles with every link that ended unused. */
function lifetimeAfter(last: MailedTimes | null, startMs: number, limits: Limits): number {
  if (last === null || last.used_ms !== null || startMs - last.expires_ms > limits.unusedLinksMs) return limits.loginLinkMs;
  const lastMs = last.expires_ms - last.created_ms;
  return last.expires_ms > startMs ? lastMs : Math.min(2 * lastMs, limits.maxLoginLinkMs);
}
