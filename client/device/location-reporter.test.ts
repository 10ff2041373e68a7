// When a member's location is reported to the server, and which one.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cafe, park, phoenix, setUpReporter } from '#client/testing/location-reporter.ts';
import { hourMs } from '#shared/rules/durations.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('without a known location', () => {
  test('starts at a random point near Phoenix, and never reports it', async () => {
    const { reporter, sent, stored } = setUpReporter({});
    expect(reporter.own.get()).toMatchObject({ type: 'random', isReal: false });
    expect(Math.abs(reporter.own.get().point.lat - phoenix.lat)).toBeLessThanOrEqual(0.05);
    expect(Math.abs(reporter.own.get().point.lng - phoenix.lng)).toBeLessThanOrEqual(0.05);
    reporter.start();
    reporter.walk();
    reporter.reportNow();
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(sent).toEqual([]);
    expect(stored()).toBeNull();
  });

  test('reports hiding without a point', async () => {
    const { reporter, sent, setHidden } = setUpReporter({});
    reporter.start();
    setHidden(true);
    reporter.reportNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([{ point: null, fixMs: null, isHidden: true }]);
  });
});

describe('a marker placed by hand', () => {
  test('is reported one second after the last change', async () => {
    const { reporter, sent } = setUpReporter({});
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
    const { reporter, sent, respondAfter } = setUpReporter({});
    respondAfter(500);
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(1_200);
    reporter.placeAt(cafe);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.map(({ point }) => point)).toEqual([park, cafe]);
  });

  test('is reported every 300 seconds without changes', async () => {
    const { reporter, sent } = setUpReporter({});
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(1_000 + 299_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
  });

  test('is restored and reported at the next start', async () => {
    const first = setUpReporter({});
    first.reporter.start();
    first.reporter.placeAt(park);
    const { reporter, sent } = setUpReporter({ storedBefore: first.stored() });
    expect(reporter.own.get()).toMatchObject({ type: 'override', point: park, isReal: true });
    reporter.start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual([{ point: park, fixMs: null, isHidden: false }]);
  });

  test('is reported once it is stored, as hidden if the member chose that meanwhile, and again after a move', async () => {
    const { reporter, sent, storeFor, setHidden } = setUpReporter({});
    storeFor(700);
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(1_600);
    reporter.placeAt(cafe);
    setHidden(true);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(sent).toEqual([{ point: park, fixMs: null, isHidden: true }]);
    await vi.advanceTimersByTimeAsync(1_700);
    expect(sent.slice(1)).toEqual([{ point: cafe, fixMs: null, isHidden: true }]);
  });

  test('is reported after five seconds if the storage hangs', async () => {
    const { reporter, sent, storeFor } = setUpReporter({});
    storeFor(hourMs);
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(5_900);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(sent).toEqual([{ point: park, fixMs: null, isHidden: false }]);
  });

  test('is reported at once if the page is left after it was stored', async () => {
    const { reporter, sent, storeFor } = setUpReporter({});
    storeFor(700);
    reporter.start();
    reporter.placeAt(park);
    reporter.leave();
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(700);
    reporter.leave();
    expect(sent).toEqual([{ point: park, fixMs: null, isHidden: false }]);
  });

  test('is reported if the page is left after it was moved while an earlier place was being stored', async () => {
    const { reporter, sent, storeFor } = setUpReporter({});
    storeFor(700);
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(1_200);
    reporter.placeAt(cafe);
    await vi.advanceTimersByTimeAsync(750);
    expect(sent.map(({ point }) => point)).toEqual([park]);
    reporter.leave();
    expect(sent.map(({ point }) => point)).toEqual([park, cafe]);
  });

  test('is reported when the page is left, at the place where another tab put it meanwhile', async () => {
    const { reporter, sent, storeFor } = setUpReporter({});
    storeFor(700);
    reporter.start();
    reporter.placeAt(park);
    reporter.adopt({ type: 'override', ...cafe, fixMs: null });
    reporter.leave();
    expect(sent).toEqual([{ point: cafe, fixMs: null, isHidden: false }]);
  });

  test('is not reported if reporting stops while it is being stored', async () => {
    const { reporter, sent, storeFor } = setUpReporter({});
    storeFor(700);
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(1_100);
    reporter.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent).toEqual([]);
  });

  test('is reported as hidden immediately', async () => {
    const { reporter, sent, setHidden } = setUpReporter({});
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(1_000);
    setHidden(true);
    reporter.reportNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.at(-1)).toEqual({ point: park, fixMs: null, isHidden: true });
  });

  test('can be moved before reporting starts, and is reported after the start', async () => {
    const { reporter, sent, watchCount } = setUpReporter({ storedBefore: { type: 'device', ...park, fixMs: 5 } });
    expect(watchCount()).toBe(0);
    reporter.placeAt(cafe);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent).toEqual([]);
    reporter.start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual([{ point: cafe, fixMs: null, isHidden: false }]);
  });

  test('is not reported after a logout', async () => {
    const { reporter, sent } = setUpReporter({});
    reporter.start();
    reporter.placeAt(park);
    reporter.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent).toEqual([]);
  });
});

describe('offline', () => {
  test('only the newest point is reported once the connection is back', async () => {
    const { reporter, sent, respondWith } = setUpReporter({});
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
    const { reporter, sent, respondWith } = setUpReporter({});
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
    const { reporter, sent, respondWith } = setUpReporter({});
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

test('adopts the location stored by another tab', () => {
  const { reporter } = setUpReporter({});
  reporter.adopt({ type: 'override', ...cafe, fixMs: null });
  expect(reporter.own.get()).toMatchObject({ type: 'override', point: cafe, isReal: true });
});

test.each([null, 'text', { type: 'random', lat: 1, lng: 1 }, { type: 'override', lat: 95, lng: 1 }, { type: 'device', lng: 3 }])(
  'starts at a random point for a missing, damaged or random lastLocation (%j)',
  (storedBefore) => {
    expect(setUpReporter({ storedBefore }).reporter.own.get()).toMatchObject({ type: 'random', isReal: false });
  },
);
