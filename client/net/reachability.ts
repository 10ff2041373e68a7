// Tells whether the server can be reached. Every call updates it, and pings do while the server cannot be reached.
import { localKeys } from '#client/device/storage.ts';
import { createStore } from '#client/device/store.ts';

export interface Reachability {
  readonly isLost: boolean;
  /** The device's time of the server's last response. Null if there was none yet. */
  readonly lastMs: number | null;
}

/** The stored time is needed only at an offline start. When the connection is lost, the exact time is stored. */
const storeEveryMs = 60_000;
const pingDelaysMs = [2_000, 4_000, 8_000, 16_000, 30_000];

const isBrowser = typeof document !== 'undefined';

export const reachability = createStore<Reachability>(
  { isLost: isBrowser && !navigator.onLine, lastMs: isBrowser ? storedTimeMs() : null },
  { isLost: false, lastMs: null },
);

let responseMs: number | null = null;

/** Called for every response, whatever its status. */
export function markReachable(): void {
  const nowMs = Date.now();
  responseMs = nowMs;
  const { isLost, lastMs } = reachability.get();
  const isOld = nowMs - (lastMs ?? 0) > storeEveryMs;
  if (isOld) storeTime(nowMs);
  // Screens show the time only while the connection is lost. Fewer updates save renders.
  if (isLost || isOld) reachability.set({ isLost: false, lastMs: nowMs });
}

export function markUnreachable(): void {
  const { isLost, lastMs } = reachability.get();
  if (isLost) return;
  if (responseMs !== null) storeTime(responseMs);
  reachability.set({ isLost: true, lastMs: responseMs ?? lastMs });
}

function storeTime(ms: number): void {
  try {
    localStorage.setItem(localKeys.lastContact, String(ms));
  } catch {
    // A full device only shows no time at an offline start.
  }
}

/** Pings while the server cannot be reached, and at once when the device is online again. */
export function watchReachability(ping: () => Promise<unknown>): void {
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tryNow = (): void => {
    clearTimeout(timer);
    ping().catch(schedule);
  };
  const schedule = (): void => {
    clearTimeout(timer);
    if (!reachability.get().isLost) return;
    timer = setTimeout(tryNow, pingDelaysMs[Math.min(tries++, pingDelaysMs.length - 1)]);
  };
  reachability.subscribe(() => {
    if (!reachability.get().isLost) {
      tries = 0;
      clearTimeout(timer);
    } else if (tries === 0) schedule();
  });
  addEventListener('online', tryNow);
  addEventListener('offline', markUnreachable);
  if (reachability.get().isLost) schedule();
}

function storedTimeMs(): number | null {
  return Number(localStorage.getItem(localKeys.lastContact)) || null;
}
