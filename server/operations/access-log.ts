// Writes one line of JSON for each finished call, without address, ids, query or browser.
import type { CallObserver } from '#server/http/finished-calls.ts';
import type { World } from '#server/world.ts';

/** The lines are written whatever the level of the other log is. */
export function accessLog(log: World['log']): CallObserver {
  const lines = log.child({}, { level: 'info' });
  return ({ method, route, status, ms, bytes }) => lines.info({ method, route, status, ms: Math.round(ms * 10) / 10, bytes });
}
