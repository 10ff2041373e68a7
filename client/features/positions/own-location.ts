// This tab's location reporter, which sends the member's location to the server.
import { positions } from '#shared/contract/positions.ts';
import { distanceMetres } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { deviceGeolocator } from '#client/device/geolocation.ts';
import { locationHidden } from '#client/device/location-hidden.ts';
import { locationReport, type LocationPoint } from '#client/device/location-report.ts';
import { createLocationReporter, type LocationReporter, type ReportResult } from '#client/device/location-reporter.ts';
import type { Report } from '#client/device/own-location.ts';
import { serverAheadMs, serverNow } from '#client/device/server-time.ts';
import { sessionRecord } from '#client/device/session-record.ts';
import { flushLocal, localKeys, onVaultOpen, readLocal, sessionId, writeLocal } from '#client/device/storage.ts';
import { call } from '#client/net/call.ts';
import { ConnectionLost, isTemporaryRefusal, Refused, ServerError } from '#client/net/errors.ts';
import { say } from '#client/ui/header-messages.ts';
import { createStore } from '#client/device/store.ts';
import { openRestPlaces, type RestPlaces } from './rest-places.ts';

/** The delay before the next try, if the server's error has no Retry-After. */
const defaultRetryMs = 30_000;
const wrongClockMs = hourMs;
const fallBackNoticeMs = 8_000;

/** The last reported location. It changes only with moves that are large enough to change lists of members nearby. */
export const listCentre = createStore<LocationPoint | null>(null);
const centreStepMetres = 150;

let restPlaces: RestPlaces | null = null;

/** Reports a member's location until the signal aborts. Places are remembered only after the stored ones were read. */
export function startReporting(profileId: string, signal: AbortSignal): void {
  restPlaces = null;
  void openRestPlaces(profileId).then((opened) => {
    if (!signal.aborted) restPlaces = opened;
  });
  signal.addEventListener('abort', ownLocation.stop);
  addEventListener('pagehide', ownLocation.leave, { signal });
  document.addEventListener('visibilitychange', () => document.hidden && ownLocation.leave(), { signal });
  ownLocation.start();
}

export const ownLocation: LocationReporter = createLocationReporter({
  geolocator: deviceGeolocator,
  send,
  stored: readLocal(localKeys.lastLocation),
  store: (location) => writeLocal(localKeys.lastLocation, location),
  whenStored: () => flushLocal().catch(() => undefined),
  isHidden: locationHidden.get,
  addFix: (fix) => restPlaces?.addFix(fix) ?? false,
  onFallBack: (text) => say(text, 'error', fallBackNoticeMs),
  random: Math.random,
  nowMs: Date.now,
});

onVaultOpen(() => ownLocation.adopt(readLocal(localKeys.lastLocation)));
publishReport();
ownLocation.own.subscribe(publishReport);

function publishReport(): void {
  const { point, isReal, fix } = ownLocation.own.get();
  locationReport.set({ reported: isReal ? point : null, device: fix });
}

async function send(report: Report): Promise<ReportResult> {
  const profileId = sessionRecord.get()?.profileId;
  if (profileId === undefined) return 'offline';
  const aheadMs = serverAheadMs();
  try {
    const args = { params: { profileId }, body: bodyOf(profileId, report) };
    await call(positions.putPosition, args, { background: true, keepalive: true });
  } catch (error) {
    return outcomeOf(error);
  }
  // The first answer has shown that the device's clock is wrong, so the location may have ended at once.
  if (Math.abs(serverAheadMs() - aheadMs) > wrongClockMs) return { laterMs: 0 };
  if (report.point !== null && hasMoved(report.point)) listCentre.set(report.point);
  return 'accepted';
}

function hasMoved({ lat, lng }: LocationPoint): boolean {
  const centre = listCentre.get();
  return centre === null || distanceMetres({ lat: centre.lat, lon: centre.lng }, { lat, lon: lng }) >= centreStepMetres;
}

function bodyOf(profileId: string, { point, fixMs, isHidden }: Report) {
  const common = {
    profileId,
    session: sessionId(),
    hide: isHidden,
    tsEffectiveUntil: serverNow() + limits.positionEffectiveMs,
  };
  return fixMs === null
    ? { ...common, use: 'OVERRIDE' as const, overrideLat: point?.lat ?? null, overrideLon: point?.lng ?? null }
    : {
        ...common,
        use: 'DEVICE_GPS' as const,
        gpsLat: point?.lat ?? null,
        gpsLon: point?.lng ?? null,
        gpsTimestamp: fixMs,
        restPlace: point && restPlaces ? restPlaces.near(point) : null,
      };
}

/** After a refusal that is not temporary, the next report comes only with a change, or at the usual interval. */
function outcomeOf(error: unknown): ReportResult {
  if (error instanceof ConnectionLost) return 'offline';
  if (error instanceof ServerError) return { laterMs: error.retryAfterMs ?? defaultRetryMs };
  if (error instanceof Refused)
    return { laterMs: isTemporaryRefusal(error) ? (error.retryAfterMs ?? defaultRetryMs) : limits.positionRepeatMs };
  throw error;
}
