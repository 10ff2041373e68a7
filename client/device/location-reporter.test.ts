// When and where a member's location is reported to the server.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Fix } from './geolocation.ts';
import { createLocationReporter, type ReportResult, type Report } from './location-reporter.ts';
import type { LastLocation } from './last-location.ts';

const phoenix = { lat: 33.4484, lng: -112.074 };
const park = { lat: 33.47, lng: -112.07 };
const cafe = { lat: 33.48, lng: -112.06 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('without a known location', () => {
  test('starts near Phoenix, and never sends the random start', async () => {
    const { reporter, sent, stored } = setUp({});
    expect(reporter.own.get()).toMatchObject({ type: 'random', isReal: false });
    expect(Math.abs(reporter.own.get().point.lat - phoenix.lat)).toBeLessThanOrEqual(0.05);
    expect(Math.abs(reporter.own.get().point.lng - phoenix.lng)).toBeLessThanOrEqual(0.05);
    reporter.start();
    reporter.walk();
    reporter.reportNow();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(sent).toEqual([]);
    expect(stored()).toBeNull();
  });

  test('reports hiding without a point', async () => {
    const { reporter, sent, setHidden } = setUp({});
    reporter.start();
    setHidden(true);
    reporter.reportNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([{ point: null, fixMs: null, isHidden: true }]);
  });
});

describe('a marker placed by hand', () => {
  test('is reported one second after the last change', async () => {
    const { reporter, sent } = setUp({});
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(900);
    reporter.placeAt(cafe);
    await vi.advanceTimersByTimeAsync(999);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([{ point: cafe, fixMs: null, isHidden: false }]);
  });

  test('is reported a second after a move during another report, not with the next repeat', async () => {
    const { reporter, sent, respondAfter } = setUp({});
    respondAfter(500);
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(1_200);
    reporter.placeAt(cafe);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.map(({ point }) => point)).toEqual([park, cafe]);
  });

  test('is reported every 300 seconds without changes', async () => {
    const { reporter, sent } = setUp({});
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(1_000 + 299_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
  });

  test('is restored and reported at the next start', async () => {
    const first = setUp({});
    first.reporter.start();
    first.reporter.placeAt(park);
    const { reporter, sent } = setUp({ storedBefore: first.stored() });
    expect(reporter.own.get()).toMatchObject({ type: 'override', point: park, isReal: true });
    reporter.start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual([{ point: park, fixMs: null, isHidden: false }]);
  });

  test('is hidden immediately', async () => {
    const { reporter, sent, setHidden } = setUp({});
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(1_000);
    setHidden(true);
    reporter.reportNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.at(-1)).toEqual({ point: park, fixMs: null, isHidden: true });
  });

  test('can be moved while reporting is paused, and is reported after the start', async () => {
    const { reporter, sent, watchCount } = setUp({ storedBefore: { type: 'device', ...park, fixMs: 5 } });
    expect(watchCount()).toBe(0);
    reporter.placeAt(cafe);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent).toEqual([]);
    reporter.start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual([{ point: cafe, fixMs: null, isHidden: false }]);
  });

  test('is not reported after a logout', async () => {
    const { reporter, sent } = setUp({});
    reporter.start();
    reporter.placeAt(park);
    reporter.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent).toEqual([]);
  });
});

describe('offline', () => {
  test('only the newest point is reported once the connection is back', async () => {
    const { reporter, sent, respondWith } = setUp({});
    respondWith('offline');
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(1_000);
    reporter.placeAt(phoenix);
    await vi.advanceTimersByTimeAsync(1_000);
    reporter.placeAt(cafe);
    await vi.advanceTimersByTimeAsync(1_000);
    const before = sent.length;
    respondWith('accepted');
    reporter.reportNow();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent.slice(before)).toEqual([{ point: cafe, fixMs: null, isHidden: false }]);
  });
});

describe('a failed report', () => {
  test('is repeated after the time that the server has asked for', async () => {
    const { reporter, sent, respondWith } = setUp({});
    respondWith({ laterMs: 7_000 });
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(1_000);
    respondWith('accepted');
    await vi.advanceTimersByTimeAsync(6_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
  });

  test('is repeated when the connection is back', async () => {
    const { reporter, sent, respondWith } = setUp({});
    respondWith('offline');
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(900_000);
    expect(sent).toHaveLength(1);
    respondWith('accepted');
    reporter.reportNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.at(-1)?.point).toEqual(park);
  });
});

describe('GPS mode', () => {
  test('applies the first fix, and reports it one second later', async () => {
    const { reporter, sent, emitFix } = setUp({});
    reporter.start();
    reporter.followDevice();
    emitFix(park, 1_000);
    expect(reporter.own.get()).toMatchObject({ type: 'device', point: park, isReal: true });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual([{ point: park, fixMs: 1_000, isHidden: false }]);
  });

  test('applies the newest fix every five seconds', async () => {
    const { reporter, emitFix } = setUp({});
    reporter.start();
    reporter.followDevice();
    emitFix(phoenix, 1);
    emitFix(park, 2);
    emitFix(cafe, 3);
    expect(reporter.own.get().point).toEqual(phoenix);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(reporter.own.get().point).toEqual(phoenix);
    await vi.advanceTimersByTimeAsync(1);
    expect(reporter.own.get().point).toEqual(cafe);
  });

  test('does not report moves within the noise of a receiver at rest', async () => {
    const { reporter, sent, emitFix } = setUp({});
    reporter.start();
    reporter.followDevice();
    emitFix(park, 1);
    await vi.advanceTimersByTimeAsync(60_000);
    emitFix({ lat: park.lat + 0.00004, lng: park.lng }, 60_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toHaveLength(1);
  });

  test.each([
    [1, 'Geolocation denied, your device refused to provide location'],
    [2, 'Geolocation unable to provide location'],
    [3, 'Geolocation timed out'],
    [9, 'OTHER ERROR'],
  ])('ends with a message if the device fails with code %i before the first fix', (code, text) => {
    const { reporter, emitFailure, failures } = setUp({ storedBefore: { type: 'override', ...park, fixMs: null } });
    reporter.start();
    reporter.followDevice();
    emitFailure(code);
    expect(failures).toEqual([text]);
    expect(reporter.own.get()).toMatchObject({ type: 'override', point: park });
  });

  test('leaves the location unknown if the device refuses', async () => {
    const { reporter, sent, emitFailure } = setUp({});
    reporter.start();
    reporter.followDevice();
    emitFailure(1);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reporter.own.get()).toMatchObject({ type: 'random', isReal: false });
    expect(sent).toEqual([]);
  });

  test('continues without reception, with a failure after two minutes', async () => {
    const { reporter, emitFix, emitFailure } = setUp({});
    reporter.start();
    reporter.followDevice();
    emitFix(park, 1);
    await vi.advanceTimersByTimeAsync(119_000);
    emitFailure(3);
    expect(reporter.own.get()).toMatchObject({ type: 'device', gpsFailure: null });
    await vi.advanceTimersByTimeAsync(1_000);
    emitFailure(3);
    expect(reporter.own.get()).toMatchObject({ type: 'device', gpsFailure: 'Geolocation timed out' });
    emitFix(cafe, 130_000);
    expect(reporter.own.get()).toMatchObject({ gpsFailure: null, point: cafe });
  });

  test('shows a failure two minutes after the last fix, even if the device reported it only once', async () => {
    const { reporter, emitFix, emitFailure } = setUp({});
    reporter.start();
    reporter.followDevice();
    emitFix(park, 1);
    await vi.advanceTimersByTimeAsync(40_000);
    emitFailure(2);
    await vi.advanceTimersByTimeAsync(79_999);
    expect(reporter.own.get()).toMatchObject({ type: 'device', gpsFailure: null });
    await vi.advanceTimersByTimeAsync(1);
    expect(reporter.own.get()).toMatchObject({ type: 'device', gpsFailure: 'Geolocation unable to provide location' });
  });

  test('shows no failure while the device does not move', async () => {
    const { reporter, emitFix } = setUp({});
    reporter.start();
    reporter.followDevice();
    emitFix(park, 1);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(reporter.own.get()).toMatchObject({ type: 'device', gpsFailure: null });
  });

  test('shows a timeout after two minutes with the permission prompt open', async () => {
    const { reporter } = setUp({});
    reporter.start();
    reporter.followDevice();
    await vi.advanceTimersByTimeAsync(119_999);
    expect(reporter.own.get()).toMatchObject({ type: 'device', gpsFailure: null });
    await vi.advanceTimersByTimeAsync(1);
    expect(reporter.own.get()).toMatchObject({ type: 'device', gpsFailure: 'Geolocation timed out' });
  });

  test('shows no failure after it has ended', async () => {
    const { reporter, emitFix, emitFailure } = setUp({});
    reporter.start();
    reporter.followDevice();
    emitFix(park, 1);
    emitFailure(3);
    reporter.walk();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reporter.own.get()).toMatchObject({ type: 'override', gpsFailure: null });
  });

  test('reports every 300 seconds while the device does not move', async () => {
    const { reporter, sent, emitFix } = setUp({});
    reporter.start();
    reporter.followDevice();
    emitFix(park, 1);
    await vi.advanceTimersByTimeAsync(1_000 + 299_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
  });

  test('after its end, the point is still reported as a GPS fix and so never published exactly', async () => {
    const { reporter, sent, emitFix } = setUp({});
    reporter.start();
    reporter.followDevice();
    emitFix(park, 77);
    reporter.walk();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.at(-1)).toEqual({ point: park, fixMs: 77, isHidden: false });
    reporter.placeAt(cafe);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.at(-1)).toEqual({ point: cafe, fixMs: null, isHidden: false });
  });

  test('continues at the next start, and reports the next fix rather than the stored one', async () => {
    const { reporter, sent, emitFix, watchCount } = setUp({ storedBefore: { type: 'device', ...park, fixMs: 5 } });
    reporter.start();
    expect(watchCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toEqual([]);
    emitFix(park, 6);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual([{ point: park, fixMs: 6, isHidden: false }]);
  });

  test('stops watching the device when the marker is placed by hand', () => {
    const { reporter, watchCount } = setUp({});
    reporter.start();
    reporter.followDevice();
    expect(watchCount()).toBe(1);
    reporter.placeAt(cafe);
    expect(watchCount()).toBe(0);
  });
});

test('adopts the location stored by another tab', () => {
  const { reporter } = setUp({});
  reporter.adopt({ type: 'override', ...cafe, fixMs: null });
  expect(reporter.own.get()).toMatchObject({ type: 'override', point: cafe, isReal: true });
});

test.each([null, 'text', { type: 'random', lat: 1, lng: 1 }, { type: 'override', lat: 95, lng: 1 }, { type: 'device', lng: 3 }])(
  'starts at a random point for a damaged or random lastLocation (%j)',
  (storedBefore) => {
    expect(setUp({ storedBefore }).reporter.own.get()).toMatchObject({ type: 'random', isReal: false });
  },
);

/** A reporter with a fake GPS and server. */
function setUp({ storedBefore = null }: { storedBefore?: unknown }) {
  const sent: Report[] = [];
  const failures: string[] = [];
  const watching = new Set<{ onFix: (fix: Fix) => void; onFailure: (code: number) => void }>();
  let result: ReportResult = 'accepted';
  let responseMs = 0;
  let isHidden = false;
  let stored: LastLocation | null = null;
  const reporter = createLocationReporter({
    geolocator: {
      watch(onFix, onFailure) {
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
    isHidden: () => isHidden,
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
    setHidden: (hidden: boolean) => {
      isHidden = hidden;
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
