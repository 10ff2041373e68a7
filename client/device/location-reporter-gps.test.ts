// GPS fixes: which of them are reported, and what happens without one.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cafe, park, phoenix, setUpReporter } from '#client/testing/location-reporter.ts';
import { hourMs } from '#shared/rules/durations.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('GPS mode', () => {
  test('requests and reports fixes until it is decided where the member stays, even without a move: three within 20 seconds', async () => {
    const { reporter, sent, requested, emitFix, setPlaceKnown } = setUpReporter({});
    setPlaceKnown(false);
    reporter.start();
    reporter.followDevice();
    emitFix(park, 1);
    for (const fixMs of [2, 3]) {
      await vi.advanceTimersByTimeAsync(9_000);
      if (fixMs === 3) setPlaceKnown(true);
      requested.at(-1)?.({ ...park, fixMs });
    }
    expect(reporter.own.get().isPlaceKnown).toBe(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent.map(({ fixMs }) => fixMs)).toEqual([1, 2, 3]);
    await vi.advanceTimersByTimeAsync(200_000);
    expect(requested).toHaveLength(2);
  });

  test('treats an old fix that the browser returns as a new one, since the device is still there', async () => {
    const { reporter, sent, requested, emitFix, setPlaceKnown } = setUpReporter({});
    setPlaceKnown(false);
    reporter.start();
    reporter.followDevice();
    emitFix(park, 1);
    await vi.advanceTimersByTimeAsync(9_000);
    requested.at(-1)?.({ ...park, fixMs: 1 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(new Set(sent.map(({ fixMs }) => fixMs)).size).toBe(2);
  });

  test('requests fixes less often while the place stays unknown, and none after GPS mode has ended', async () => {
    const { reporter, requested, emitFix, setPlaceKnown } = setUpReporter({});
    setPlaceKnown(false);
    reporter.start();
    reporter.followDevice();
    emitFix(park, 1);
    for (let second = 0, answered = 0; second < 600; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      if (requested.length > answered) requested[answered++]?.({ ...park, fixMs: second + 2 });
    }
    expect(requested.length).toBeGreaterThan(8);
    expect(requested.length).toBeLessThan(16);
    reporter.walk();
    const before = requested.length;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(requested).toHaveLength(before);
  });

  test('applies the first fix, and reports it one second later', async () => {
    const { reporter, sent, emitFix } = setUpReporter({});
    reporter.start();
    reporter.followDevice();
    emitFix(park, 1_000);
    expect(reporter.own.get()).toMatchObject({ type: 'device', point: park, isReal: true });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual([{ point: park, fixMs: 1_000, isHidden: false }]);
  });

  test('reports a fix at once if the page is left or hidden, unless it has already been reported', async () => {
    const { reporter, sent, emitFix } = setUpReporter({});
    reporter.start();
    reporter.followDevice();
    emitFix(park, 1_000);
    await vi.advanceTimersByTimeAsync(10);
    reporter.leave();
    expect(sent).toEqual([{ point: park, fixMs: 1_000, isHidden: false }]);
    await vi.advanceTimersByTimeAsync(10_000);
    const before = sent.length;
    reporter.leave();
    expect(sent).toHaveLength(before);
  });

  test('when the page is left, repeats a report that could not be sent', async () => {
    const { reporter, sent, emitFix, respondWith } = setUpReporter({});
    respondWith('offline');
    reporter.start();
    reporter.followDevice();
    emitFix(park, 1_000);
    await vi.advanceTimersByTimeAsync(2_000);
    reporter.leave();
    expect(sent).toHaveLength(2);
  });

  test('reports nothing when the page is left before the reporter starts, after it stops, or before GPS mode is stored', async () => {
    const { reporter, sent, emitFix, storeFor } = setUpReporter({ storedBefore: { type: 'override', ...cafe, fixMs: null } });
    reporter.leave();
    storeFor(500);
    reporter.start();
    reporter.followDevice();
    emitFix(park, 1_000);
    reporter.leave();
    reporter.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    reporter.leave();
    expect(sent).toEqual([]);
  });

  test('does not report a fix that is still being stored when a place is chosen by hand', async () => {
    const { reporter, sent, emitFix, storeFor } = setUpReporter({});
    storeFor(2_000);
    reporter.start();
    reporter.followDevice();
    emitFix(park, 1_000);
    await vi.advanceTimersByTimeAsync(1_500);
    reporter.placeAt(cafe);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([{ point: cafe, fixMs: null, isHidden: false }]);
  });

  test('applies the newest fix every five seconds', async () => {
    const { reporter, emitFix } = setUpReporter({});
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
    const { reporter, sent, emitFix } = setUpReporter({});
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
    const { reporter, emitFailure, failures } = setUpReporter({ storedBefore: { type: 'override', ...park, fixMs: null } });
    reporter.start();
    reporter.followDevice();
    emitFailure(code);
    expect(failures).toEqual([text]);
    expect(reporter.own.get()).toMatchObject({ type: 'override', point: park });
  });

  test('leaves the location unknown if the device refuses', async () => {
    const { reporter, sent, emitFailure } = setUpReporter({});
    reporter.start();
    reporter.followDevice();
    emitFailure(1);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reporter.own.get()).toMatchObject({ type: 'random', isReal: false });
    expect(sent).toEqual([]);
  });

  test('continues without reception, with a failure after two minutes', async () => {
    const { reporter, emitFix, emitFailure } = setUpReporter({});
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
    const { reporter, emitFix, emitFailure } = setUpReporter({});
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
    const { reporter, emitFix } = setUpReporter({});
    reporter.start();
    reporter.followDevice();
    emitFix(park, 1);
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(reporter.own.get()).toMatchObject({ type: 'device', gpsFailure: null });
  });

  test('shows a timeout after two minutes with the permission prompt open', async () => {
    const { reporter } = setUpReporter({});
    reporter.start();
    reporter.followDevice();
    await vi.advanceTimersByTimeAsync(119_999);
    expect(reporter.own.get()).toMatchObject({ type: 'device', gpsFailure: null });
    await vi.advanceTimersByTimeAsync(1);
    expect(reporter.own.get()).toMatchObject({ type: 'device', gpsFailure: 'Geolocation timed out' });
  });

  test('shows no failure after it has ended', async () => {
    const { reporter, emitFix, emitFailure } = setUpReporter({});
    reporter.start();
    reporter.followDevice();
    emitFix(park, 1);
    emitFailure(3);
    reporter.walk();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reporter.own.get()).toMatchObject({ type: 'override', gpsFailure: null });
  });

  test('reports every 300 seconds while the device does not move', async () => {
    const { reporter, sent, emitFix } = setUpReporter({});
    reporter.start();
    reporter.followDevice();
    emitFix(park, 1);
    await vi.advanceTimersByTimeAsync(1_000 + 299_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
  });

  test('after its end, the point is still reported as a GPS fix and so never published exactly', async () => {
    const { reporter, sent, emitFix } = setUpReporter({});
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
    const { reporter, sent, emitFix, watchCount } = setUpReporter({ storedBefore: { type: 'device', ...park, fixMs: 5 } });
    reporter.start();
    expect(watchCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toEqual([]);
    emitFix(park, 6);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual([{ point: park, fixMs: 6, isHidden: false }]);
  });

  test('stops watching the device when the marker is placed by hand', () => {
    const { reporter, watchCount } = setUpReporter({});
    reporter.start();
    reporter.followDevice();
    expect(watchCount()).toBe(1);
    reporter.placeAt(cafe);
    expect(watchCount()).toBe(0);
  });
});
