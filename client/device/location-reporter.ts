// Tracks the member's location, from their marker or the device's GPS, and decides when to report it to the server.
import { createStore, type Store } from './store.ts';
import { distanceMetres } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { geolocationFailureText, permissionDenied, timedOut, type Fix, type Geolocator } from './geolocation.ts';
import type { LocationPoint } from './location-report.ts';
import { readLastLocation, type LastLocation } from './last-location.ts';
import { firstLocation, locationOf, reportOf, type OwnLocation, type Report } from './own-location.ts';

/** After `offline`, the caller calls `reportNow` when the connection is back. */
export type ReportResult = 'accepted' | 'offline' | { readonly laterMs: number };

export interface ReporterParts {
  readonly geolocator: Geolocator;
  readonly send: (report: Report) => Promise<ReportResult>;
  /** The stored value of lastLocation. */
  readonly stored: unknown;
  readonly store: (location: LastLocation) => void;
  /** Resolves when the location is stored, or cannot be. */
  readonly whenStored: () => Promise<unknown>;
  readonly isHidden: () => boolean;
  /** Returns true if the fix is at a place where the member stays. */
  readonly addFix: (fix: Fix) => boolean;
  /** Called with a message when GPS mode ends because GPS failed. */
  readonly onFallBack: (text: string) => void;
  readonly random: () => number;
  readonly nowMs: () => number;
}

export interface LocationReporter {
  readonly own: Store<OwnLocation>;
  /** Starts reporting. Before that the marker can be moved, but GPS is off and nothing is sent. */
  start(): void;
  stop(): void;
  /** The member moved their marker. */
  placeAt(point: LocationPoint): void;
  /** Ends GPS mode. The marker stays where it is, and the member can move it. */
  walk(): void;
  followDevice(): void;
  /** Reports at once, after the member changed hiding or when the connection is back. */
  reportNow(): void;
  /**
   * Call it when the page is left or hidden, after which its timers may not run. A change that is not sent yet is reported, unless the
   * next start would report an older location.
   */
  leave(): void;
  /** Another tab moved the marker. */
  adopt(stored: unknown): void;
}

/** Smaller moves are measurement noise. */
const minMoveMetres = 10;
/** Some browsers' databases hang. Then the location is reported without being stored. */
const longestStoringMs = 5_000;
/** The interval at which fixes are requested. Three fixes decide where the member stays, but less precise receivers need more. */
const fixRequestMs = { first: 8_000, later: 60_000 };
const firstRequests = 5;

export function createLocationReporter(parts: ReporterParts): LocationReporter {
  const own = createStore<OwnLocation>(firstLocation(parts));
  let isRunning = false;
  let isSending = false;
  let mustResend = false;
  let sendTimer: ReturnType<typeof setTimeout> | undefined;
  let settleTimer: ReturnType<typeof setTimeout> | undefined;
  let newest: Fix | null = null;
  let stopWatching: (() => void) | null = null;
  /** The time of the last fix, or the start of GPS mode. */
  let waitingSinceMs = 0;
  /** The text of the failure since the last fix. */
  let failure: string | null = null;
  let failureTimer: ReturnType<typeof setTimeout> | undefined;
  /** The number of changes, and of those that were sent. */
  let changes = 0;
  let sentChanges = 0;
  /** The location with which the app would start now. Null without one. */
  let kept = own.get().isReal ? own.get() : null;
  /** The next fix is reported even if it equals the last one. */
  let mustReportNextFix = true;
  let requestTimer: ReturnType<typeof setTimeout> | undefined;
  let requests = 0;

  function update(next: Partial<OwnLocation>): void {
    own.set({ ...own.get(), ...next });
    const location = own.get();
    const { type, point, isReal, pointFixMs } = location;
    if (!isReal) return;
    parts.store({ type, ...point, fixMs: pointFixMs });
    void parts.whenStored().then(() => (kept = location));
  }

  function reportChangeIn(delayMs: number): void {
    changes += 1;
    reportIn(delayMs);
  }

  function reportIn(delayMs: number): void {
    clearTimeout(sendTimer);
    sendTimer = undefined;
    if (!isRunning) return;
    sendTimer = setTimeout(() => {
      sendTimer = undefined;
      void sendNow();
    }, delayMs);
  }

  async function sendNow(): Promise<void> {
    if (isSending) {
      mustResend = true;
      return;
    }
    isSending = true;
    const [location, known] = [own.get(), changes];
    // Reported only once it is stored, because a reload reports the stored location, which must not be an older one.
    await Promise.race([parts.whenStored(), new Promise((resolve) => setTimeout(resolve, longestStoringMs))]);
    const report = reportOf(location, parts.isHidden());
    // A change between GPS and a place chosen by hand is reported by itself. The earlier point must then no longer be reported.
    const isChosen = isRunning && own.get().type === location.type;
    const result = isChosen && report !== null ? await send(report, known) : 'offline';
    isSending = false;
    if (mustResend) {
      mustResend = false;
      reportIn(0);
      return;
    }
    // If there was a change during the request, it has scheduled its own report.
    if (sendTimer !== undefined) return;
    if (result === 'accepted') reportIn(limits.positionRepeatMs);
    else if (result !== 'offline') reportIn(result.laterMs);
  }

  /** `known` is the number of changes that the report contains. */
  async function send(report: Report, known: number): Promise<ReportResult> {
    sentChanges = Math.max(sentChanges, known);
    const result = await parts.send(report);
    if (result !== 'accepted') sentChanges = known - 1;
    return result;
  }

  function watch(): void {
    unwatch();
    if (!isRunning || own.get().type !== 'device') return;
    restartFailureClock();
    mustReportNextFix = true;
    stopWatching = parts.geolocator.watch(onFix, onFailure, limits.geolocationMaximumAgeMs);
    // While the permission prompt is open, browsers report no failure. The member is then told of a timeout.
    failure = geolocationFailureText(timedOut);
    showFailureWhenDue();
  }

  function restartFailureClock(): void {
    waitingSinceMs = parts.nowMs();
    failure = null;
    clearTimeout(failureTimer);
  }

  /** Shows the failure when it is due. Some browsers report it only once, and earlier. */
  function showFailureWhenDue(): void {
    clearTimeout(failureTimer);
    const leftMs = waitingSinceMs + limits.gpsErrorAfterMs - parts.nowMs();
    if (leftMs <= 0) update({ gpsFailure: failure });
    else failureTimer = setTimeout(showFailureWhenDue, leftMs);
  }

  function unwatch(): void {
    stopWatching?.();
    stopWatching = null;
    clearTimeout(settleTimer);
    clearTimeout(failureTimer);
    clearTimeout(requestTimer);
    requests = 0;
    settleTimer = undefined;
    newest = null;
  }

  /** The first fix is applied immediately, then the newest one every five seconds. */
  function onFix(fix: Fix): void {
    restartFailureClock();
    newest = fix;
    if (settleTimer === undefined) applyNewest();
  }

  function applyNewest(): void {
    settleTimer = undefined;
    if (newest === null) return;
    applyFix(newest);
    newest = null;
    settleTimer = setTimeout(applyNewest, limits.geolocationDebounceMs);
  }

  function applyFix(fix: Fix): void {
    const { point, pointFixMs, isPlaceKnown: wasPlaceKnown } = own.get();
    const { lat, lng, fixMs } = fix;
    const hasMoved = pointFixMs === null || metresBetween(point, fix) >= minMoveMetres;
    const isPlaceKnown = parts.addFix(fix);
    update({ point: hasMoved ? { lat, lng } : point, pointFixMs: fixMs, isReal: true, fix, isPlaceKnown, gpsFailure: null });
    if (hasMoved || mustReportNextFix || !wasPlaceKnown || !isPlaceKnown) reportChangeIn(limits.positionReportDelayMs);
    mustReportNextFix = false;
    requestFixUnless(isPlaceKnown);
  }

  function requestFixUnless(isPlaceKnown: boolean): void {
    clearTimeout(requestTimer);
    requests = isPlaceKnown ? 0 : requests + 1;
    if (isPlaceKnown) return;
    requestTimer = setTimeout(requestFix, requests <= firstRequests ? fixRequestMs.first : fixRequestMs.later);
  }

  function requestFix(): void {
    stopWatching?.();
    stopWatching = parts.geolocator.watch(onRequestedFix, onFailure, 0);
  }

  /** Some browsers return the last fix again. It counts as a new one, because it confirms that the device has not moved. */
  function onRequestedFix(fix: Fix): void {
    const lastMs = own.get().fix?.fixMs ?? -Infinity;
    onFix(fix.fixMs > lastMs ? fix : { ...fix, fixMs: parts.nowMs() });
  }

  /** Ends GPS mode if the permission is refused or there was no fix. A lost signal may come back. */
  function onFailure(code: number): void {
    const text = geolocationFailureText(code);
    if (code === permissionDenied || own.get().fix === null) {
      parts.onFallBack(text);
      walk();
      return;
    }
    failure = text;
    showFailureWhenDue();
  }

  function walk(): void {
    unwatch();
    update({ type: own.get().isReal ? 'override' : 'random', fix: null, gpsFailure: null });
    reportChangeIn(limits.positionReportDelayMs);
  }

  return {
    own,
    start() {
      if (isRunning) return;
      isRunning = true;
      watch();
      // In GPS mode the next fix is reported instead, because the stored point may be out of date.
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
      update({ type: 'override', point, pointFixMs: null, isReal: true, fix: null, gpsFailure: null });
      reportChangeIn(limits.positionReportDelayMs);
    },
    walk,
    followDevice() {
      update({ type: 'device', fix: null, gpsFailure: null });
      watch();
    },
    reportNow: () => reportChangeIn(0),
    leave() {
      const location = own.get();
      const isKept = kept === location || (kept?.type === 'device' && location.type === 'device');
      const report = isRunning && sentChanges < changes && isKept ? reportOf(location, parts.isHidden()) : null;
      if (report !== null) void send(report, changes);
    },
    adopt(stored) {
      const location = readLastLocation(stored);
      if (location === null) return;
      const hasTypeChanged = location.type !== own.get().type;
      own.set(locationOf(location));
      kept = own.get();
      if (hasTypeChanged) watch();
    },
  };
}

const metresBetween = (one: LocationPoint, other: LocationPoint): number =>
  distanceMetres({ lat: one.lat, lon: one.lng }, { lat: other.lat, lon: other.lng });
