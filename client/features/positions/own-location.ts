// The location reporter of this tab: connects the device's GPS with the call to the server.
import { positions } from '#shared/contract/positions.ts';
import { distanceMetres } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { deviceGeolocator } from '#client/device/geolocation.ts';
import { locationHidden } from '#client/device/location-hidden.ts';
import { locationReport, type LocationPoint } from '#client/device/location-report.ts';
import {
  createLocationReporter,
  type LocationReporter,
  type ReportResult,
  type Report,
} from '#client/device/location-reporter.ts';
import { sessionRecord } from '#client/device/session-record.ts';
import { localKeys, readLocal, sessionId, writeLocal } from '#client/device/storage.ts';
import { call } from '#client/net/call.ts';
import { ConnectionLost, isTemporaryRefusal, Refused, ServerError } from '#client/net/errors.ts';
import { say } from '#client/ui/header-messages.ts';
import { createStore } from '#client/device/store.ts';

/** Delay before a retry after a server error without Retry-After. */
const laterMs = 30_000;
const fallBackNoticeMs = 8_000;

/** The last reported position, updated in steps large enough to change lists of members nearby. */
export const listCentre = createStore<LocationPoint | null>(null);
/** A smaller move does not change these lists. */
const centreStepMetres = 150;

export const ownLocation: LocationReporter = createLocationReporter({
  geolocator: deviceGeolocator,
  send,
  stored: readLocal(localKeys.lastLocation),
  store: (location) => writeLocal(localKeys.lastLocation, location),
  isHidden: locationHidden.get,
  onFallBack: (text) => say(text, 'error', fallBackNoticeMs),
  random: Math.random,
  nowMs: Date.now,
});

showReport();
ownLocation.own.subscribe(showReport);

function showReport(): void {
  const { point, isReal, fix } = ownLocation.own.get();
  locationReport.set({ reported: isReal ? point : null, device: fix });
}

async function send(report: Report): Promise<ReportResult> {
  const profileId = sessionRecord.get()?.profileId;
  if (profileId === undefined) return 'offline';
  try {
    await call(positions.putPosition, { params: { profileId }, body: bodyOf(profileId, report) }, { background: true });
  } catch (error) {
    return outcomeOf(error);
  }
  if (report.point !== null && isElsewhere(report.point)) listCentre.set(report.point);
  return 'accepted';
}

function isElsewhere({ lat, lng }: LocationPoint): boolean {
  const known = listCentre.get();
  return known === null || distanceMetres({ lat: known.lat, lon: known.lng }, { lat, lon: lng }) >= centreStepMetres;
}

function bodyOf(profileId: string, { point, fixMs, isHidden }: Report) {
  const common = {
    profileId,
    session: sessionId(),
    hide: isHidden,
    tsEffectiveUntil: Date.now() + limits.positionEffectiveMs,
  };
  return fixMs === null
    ? { ...common, use: 'OVERRIDE' as const, overrideLat: point?.lat ?? null, overrideLon: point?.lng ?? null }
    : { ...common, use: 'DEVICE_GPS' as const, gpsLat: point?.lat ?? null, gpsLon: point?.lng ?? null, gpsTimestamp: fixMs };
}

/** A refused report is sent again with the next change or repeat, not before. */
function outcomeOf(error: unknown): ReportResult {
  if (error instanceof ConnectionLost) return 'offline';
  if (error instanceof ServerError) return { laterMs: error.retryAfterMs ?? laterMs };
  if (error instanceof Refused)
    return { laterMs: isTemporaryRefusal(error) ? (error.retryAfterMs ?? laterMs) : limits.positionRepeatMs };
  throw error;
}
