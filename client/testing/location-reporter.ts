// Creates a location reporter with a fake GPS and a fake server.
import type { Fix } from '#client/device/geolocation.ts';
import type { LastLocation } from '#client/device/last-location.ts';
import { createLocationReporter, type ReportResult } from '#client/device/location-reporter.ts';
import type { Report } from '#client/device/own-location.ts';

export const phoenix = { lat: 33.4484, lng: -112.074 };
export const park = { lat: 33.47, lng: -112.07 };
export const cafe = { lat: 33.48, lng: -112.06 };

export function setUpReporter({ storedBefore = null }: { storedBefore?: unknown }) {
  const sent: Report[] = [];
  const failures: string[] = [];
  const watching = new Set<{ onFix: (fix: Fix) => void; onFailure: (code: number) => void }>();
  let result: ReportResult = 'accepted';
  let responseMs = 0;
  let isHidden = false;
  let isPlaceKnown = true;
  const requested: ((fix: Fix) => void)[] = [];
  let stored: LastLocation | null = null;
  let storingMs = 0;
  const reporter = createLocationReporter({
    geolocator: {
      watch(onFix, onFailure, maximumAgeMs) {
        if (maximumAgeMs === 0) requested.push(onFix);
        const watched = { onFix, onFailure };
        watching.add(watched);
        return () => watching.delete(watched);
      },
    },
    send: async (report) => {
      sent.push(report);
      if (responseMs > 0) await new Promise((resolve) => setTimeout(resolve, responseMs));
      return result;
    },
    stored: storedBefore,
    store: (location) => {
      stored = location;
    },
    whenStored: async () => {
      if (storingMs > 0) await new Promise((resolve) => setTimeout(resolve, storingMs));
    },
    isHidden: () => isHidden,
    addFix: () => isPlaceKnown,
    onFallBack: (text) => failures.push(text),
    random: Math.random,
    nowMs: Date.now,
  });
  return {
    reporter,
    sent,
    failures,
    stored: () => stored,
    watchCount: () => watching.size,
    requested,
    setPlaceKnown: (known: boolean) => {
      isPlaceKnown = known;
    },
    setHidden: (hidden: boolean) => {
      isHidden = hidden;
    },
    storeFor: (ms: number) => {
      storingMs = ms;
    },
    respondAfter: (ms: number) => {
      responseMs = ms;
    },
    respondWith: (next: ReportResult) => {
      result = next;
    },
    emitFix: (point: { lat: number; lng: number }, fixMs: number) => {
      for (const { onFix } of watching) onFix({ ...point, fixMs });
    },
    emitFailure: (code: number) => {
      for (const { onFailure } of watching) onFailure(code);
    },
  };
}
