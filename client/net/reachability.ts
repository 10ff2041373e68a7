// The reachability of the server, and the time since when it is lost: updated by every call, checked by pings while it is lost.
import { createStore } from '#client/device/store.ts';

export interface Reachability {
  readonly isLost: boolean;
  /** When the server answered last, by this device's clock; null before the first answer ever. */
  readonly lastMs: number | null;
}

const storageKey = 'lastContact';
/** The stored time is only read at a start without connection, a minute more or less is good enough there. */
const saveEveryMs = 60_000;
const pingDelaysMs = [2_000, 4_000, 8_000, 16_000, 30_000];

const isBrowser = typeof document !== 'undefined';

export const reachability = createStore<Reachability>(
  { isLost: isBrowser && !navigator.onLine, lastMs: isBrowser ? storedMs() : null },
  { isLost: false, lastMs: null },
);

/** An answer arrived, whatever it says. */
export function heard(): void {
  const nowMs = Date.now();
  const { isLost, lastMs } = reachability.get();
  if (lastMs === null || nowMs - lastMs > saveEveryMs) localStorage.setItem(storageKey, String(nowMs));
  // Screens watch only the change; the time itself is read when the connection is lost.
  if (isLost || lastMs === null || nowMs - lastMs > saveEveryMs) reachability.set({ isLost: false, lastMs: nowMs });
}

/** No answer arrived. */
export function lost(): void {
  if (!reachability.get().isLost) reachability.set({ ...reachability.get(), isLost: true });
}

/** While the server is silent, `ping` is tried after 2, 4, 8, 16 and then every 30 s, and at once when the device is online again. */
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
  addEventListener('offline', lost);
  if (reachability.get().isLost) schedule();
}

function storedMs(): number | null {
  const saved = Number(localStorage.getItem(storageKey) ?? Number.NaN);
  return Number.isFinite(saved) ? saved : null;
}
