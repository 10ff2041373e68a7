// Decides the member's location, placed by hand or found by the device, and when it is reported to the server.
import { createStore, type Store } from './store.ts';
import { distanceMetres } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { geolocationFailureText, permissionDenied, timedOut, type Fix, type Geolocator } from './geolocation.ts';
import type { LocationPoint } from './location-report.ts';
import { readLastLocation, type LastLocation } from './last-location.ts';

export interface OwnLocation {
  /** `random`: the member's place is not known yet; `override`: they placed their marker by hand; `device`: the GPS says it. */
  readonly type: 'random' | 'override' | 'device';
  /** Where the own marker stands. */
  readonly point: LocationPoint;
  /** False while the point is only a random start, which is never sent. */
  readonly isReal: boolean;
  /** The time of the fix that the point comes from; null when it was placed by hand. A device's point is never shown exactly. */
  readonly pointFixMs: number | null;
  /** The newest fix of the device; null before the first one since GPS mode was switched on. */
  readonly fix: Fix | null;
  /** Why there has been no fix for two minutes in GPS mode; null while all is well. */
  readonly gpsFailure: string | null;
}

/** A report to the server. */
export interface Report {
  readonly point: LocationPoint | null;
  /** The time of the device's fix that the point comes from; null for a point placed by hand. */
  readonly fixMs: number | null;
  readonly isHidden: boolean;
}

/** `unheard`: there was no connection, the next `reportNow` tries again. */
export type Outcome = 'taken' | 'unheard' | { readonly laterMs: number };

export interface ReporterWorld {
  readonly geolocator: Geolocator;
  readonly send: (report: Report) => Promise<Outcome>;
  /** The stored value of lastLocation. */
  readonly saved: unknown;
  readonly save: (location: LastLocation) => void;
  readonly isHidden: () => boolean;
  /** Called with a message when the GPS failed and the marker is moved by hand from now on. */
  readonly onFallBack: (text: string) => void;
  readonly random: () => number;
  readonly nowMs: () => number;
}

export interface LocationReporter {
  readonly own: Store<OwnLocation>;
  /** Reports from now on. A paused reporter still lets the marker be moved, but neither asks the device nor tells the server. */
  start(): void;
  stop(): void;
  /** The member has put their marker there. */
  placeAt(point: LocationPoint): void;
  /** Back to walk mode: the marker stays where it is and can be moved. */
  walk(): void;
  followDevice(): void;
  /** The report goes out at once: after hiding or showing, and when the connection is back. */
  reportNow(): void;
  /** Another tab has moved the marker. */
  adopt(saved: unknown): void;
}

/** Less is the noise of a receiver at rest. */
const movedMetres = 10;

export function createLocationReporter(world: ReporterWorld): LocationReporter {
  const own = createStore<OwnLocation>(firstLocation(world));
  let isRunning = false;
  let isSending = false;
  let isDue = false;
  let sendTimer: ReturnType<typeof setTimeout> | undefined;
  let settleTimer: ReturnType<typeof setTimeout> | undefined;
  let newest: Fix | null = null;
  let stopWatching: (() => void) | null = null;
  /** Since when the device owes a fix. */
  let waitingSinceMs = 0;
  /** What the device said since its last fix, in words. */
  let failure: string | null = null;
  let failureTimer: ReturnType<typeof setTimeout> | undefined;
  /** The next fix is reported even if it equals the last one. */
  let isReportOwed = true;

  function become(next: Partial<OwnLocation>): void {
    own.set({ ...own.get(), ...next });
    const { type, point, isReal, pointFixMs } = own.get();
    if (isReal) world.save({ type, ...point, fixMs: pointFixMs });
  }

  function reportIn(delayMs: number): void {
    clearTimeout(sendTimer);
    sendTimer = undefined;
    // Paused, or logged out meanwhile.
    if (!isRunning) return;
    sendTimer = setTimeout(() => {
      sendTimer = undefined;
      void sendNow();
    }, delayMs);
  }

  async function sendNow(): Promise<void> {
    const report = reportOf(own.get(), world.isHidden());
    if (report === null) return;
    if (isSending) {
      isDue = true;
      return;
    }
    isSending = true;
    const outcome = await world.send(report);
    isSending = false;
    if (isDue) {
      isDue = false;
      reportIn(0);
      return;
    }
    // What changed while this was on its way has its own time already.
    if (sendTimer !== undefined) return;
    if (outcome === 'taken') reportIn(limits.positionRepeatMs);
    else if (outcome !== 'unheard') reportIn(outcome.laterMs);
  }

  function watch(): void {
    unwatch();
    if (!isRunning || own.get().type !== 'device') return;
    waitForFix();
    isReportOwed = true;
    stopWatching = world.geolocator.watch(onFix, onFailure);
    // A question for permission that nobody answers is no failure to the browser, and never ends.
    failure = geolocationFailureText(timedOut);
    showFailureWhenDue();
  }

  function waitForFix(): void {
    waitingSinceMs = world.nowMs();
    failure = null;
    clearTimeout(failureTimer);
  }

  /** A browser may report lost satellites only once, and too early to notify the member. */
  function showFailureWhenDue(): void {
    clearTimeout(failureTimer);
    const leftMs = waitingSinceMs + limits.gpsErrorAfterMs - world.nowMs();
    if (leftMs <= 0) become({ gpsFailure: failure });
    else failureTimer = setTimeout(showFailureWhenDue, leftMs);
  }

  function unwatch(): void {
    stopWatching?.();
    stopWatching = null;
    clearTimeout(settleTimer);
    clearTimeout(failureTimer);
    settleTimer = undefined;
    newest = null;
  }

  /** The first fix counts at once; of those that follow within five seconds, the newest. */
  function onFix(fix: Fix): void {
    waitForFix();
    newest = fix;
    if (settleTimer === undefined) settle();
  }

  function settle(): void {
    settleTimer = undefined;
    if (newest === null) return;
    take(newest);
    newest = null;
    settleTimer = setTimeout(settle, limits.geolocationDebounceMs);
  }

  function take(fix: Fix): void {
    const { point, pointFixMs } = own.get();
    const { lat, lng, fixMs } = fix;
    const hasMoved = pointFixMs === null || metresBetween(point, fix) >= movedMetres;
    become({ point: hasMoved ? { lat, lng } : point, pointFixMs: fixMs, isReal: true, fix, gpsFailure: null });
    if (hasMoved || isReportOwed) reportIn(limits.positionReportDelayMs);
    isReportOwed = false;
  }

  /** A device that never answered, or refuses, is given up at once; one that lost its satellites may find them again. */
  function onFailure(code: number): void {
    const text = geolocationFailureText(code);
    if (code === permissionDenied || own.get().fix === null) {
      world.onFallBack(text);
      walk();
      return;
    }
    failure = text;
    showFailureWhenDue();
  }

  function walk(): void {
    unwatch();
    become({ type: own.get().isReal ? 'override' : 'random', fix: null, gpsFailure: null });
    reportIn(limits.positionReportDelayMs);
  }

  return {
    own,
    start() {
      if (isRunning) return;
      isRunning = true;
      watch();
      // A device's old fix says nothing about now: the next one is awaited.
      if (own.get().type === 'override') reportIn(limits.positionReportDelayMs);
    },
    stop() {
      isRunning = false;
      clearTimeout(sendTimer);
      sendTimer = undefined;
      unwatch();
    },
    placeAt(point) {
      unwatch();
      become({ type: 'override', point, pointFixMs: null, isReal: true, fix: null, gpsFailure: null });
      reportIn(limits.positionReportDelayMs);
    },
    walk,
    followDevice() {
      become({ type: 'device', fix: null, gpsFailure: null });
      watch();
    },
    reportNow: () => reportIn(0),
    adopt(saved) {
      const location = readLastLocation(saved);
      if (location === null) return;
      const isOther = location.type !== own.get().type;
      own.set(locationOf(location));
      if (isOther) watch();
    },
  };
}

/** Null when there is nothing to tell: only hiding is worth telling without a point. */
function reportOf({ point, isReal, pointFixMs }: OwnLocation, isHidden: boolean): Report | null {
  if (isReal) return { point, fixMs: pointFixMs, isHidden };
  return isHidden ? { point: null, fixMs: null, isHidden } : null;
}

function firstLocation({ saved, random }: ReporterWorld): OwnLocation {
  const location = readLastLocation(saved);
  if (location !== null) return locationOf(location);
  const jitter = (): number => (2 * random() - 1) * limits.fallbackJitterDegrees;
  const point = { lat: limits.fallbackLat + jitter(), lng: limits.fallbackLon + jitter() };
  return { type: 'random', point, isReal: false, pointFixMs: null, fix: null, gpsFailure: null };
}

function locationOf({ type, lat, lng, fixMs }: LastLocation): OwnLocation {
  const point = { lat, lng };
  const fix = type === 'device' && fixMs !== null ? { ...point, fixMs } : null;
  return { type, point, isReal: true, pointFixMs: fixMs, fix, gpsFailure: null };
}

const metresBetween = (one: LocationPoint, other: LocationPoint): number =>
  distanceMetres({ lat: one.lat, lon: one.lng }, { lat: other.lat, lon: other.lng });
