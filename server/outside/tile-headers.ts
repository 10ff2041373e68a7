// Reads from a tile server's headers how long a tile is fresh, and how long to pause after a failure.
import type { IncomingHttpHeaders } from 'node:http';
import { dayMs, hourMs } from '#shared/rules/durations.ts';

export type Freshness = {
  readonly freshMs: number;
  /** False if the tile server forbids storing a copy. */
  readonly mayBeStored: boolean;
};

/** How long a tile is fresh without caching headers. */
export const defaultFreshMs = 7 * dayMs;
/** How long a tile is fresh at most, whatever the headers say. */
export const maxFreshMs = 30 * dayMs;
/** Viewers at the same time share a request for at least this time, whatever the headers say. */
export const minFreshMs = 60_000;
/** The pause after a failure without Retry-After. */
export const defaultPauseMs = 20_000;
/** The longest pause, whatever Retry-After says. */
export const maxPauseMs = hourMs;
/** The shortest pause, also after a Retry-After of 0 or in the past: a pause of 0 means that only one tile was refused. */
export const minPauseMs = 1_000;

/** Cache-Control comes before Expires, as for a shared cache (RFC 9111, 4.2.1). */
export function freshnessOf(headers: IncomingHttpHeaders, nowMs: number): Freshness {
  const control = headers['cache-control'] ?? '';
  const mayBeStored = !/\b(no-store|private)\b/i.test(control);
  const seconds = /\bs-maxage="?(\d+)/i.exec(control)?.[1] ?? /\bmax-age="?(\d+)/i.exec(control)?.[1];
  const aged = Number(headers.age ?? 0) || 0;
  const statedMs = /\bno-cache\b/i.test(control)
    ? 0
    : seconds === undefined
      ? untilExpires(headers, nowMs)
      : (Number(seconds) - aged) * 1_000;
  return { freshMs: Math.max(minFreshMs, Math.min(maxFreshMs, statedMs)), mayBeStored };
}

/** An Expires that is no date means that the tile is stale (RFC 9111, 5.3). */
function untilExpires(headers: IncomingHttpHeaders, nowMs: number): number {
  if (headers.expires === undefined) return defaultFreshMs;
  const expiresMs = Date.parse(headers.expires);
  return Number.isNaN(expiresMs) ? 0 : expiresMs - answeredMs(headers, nowMs);
}

/** Retry-After is a number of seconds or a date. */
export function pauseOf(headers: IncomingHttpHeaders, nowMs: number): number {
  const stated = headers['retry-after']?.trim() ?? '';
  const pauseMs = /^\d+$/.test(stated) ? Number(stated) * 1_000 : Date.parse(stated) - answeredMs(headers, nowMs);
  return Number.isNaN(pauseMs) ? defaultPauseMs : Math.min(maxPauseMs, Math.max(minPauseMs, pauseMs));
}

/** When the tile server answered, by its own clock if it says so. */
function answeredMs(headers: IncomingHttpHeaders, nowMs: number): number {
  const statedMs = Date.parse(headers.date ?? '');
  return Number.isNaN(statedMs) ? nowMs : statedMs;
}
