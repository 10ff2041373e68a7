// The reports of a member's location to the server, and their timing.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Fix } from './geolocation.ts';
import { createLocationReporter, type Outcome, type Report } from './location-reporter.ts';
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

describe('a member who has not said where they are', () => {
  test('starts near Phoenix, and nothing of it is ever sent', async () => {
    const { reporter, sent, kept } = deviceOf({});
    expect(reporter.own.get()).toMatchObject({ type: 'random', isReal: false });
    expect(Math.abs(reporter.own.get().point.lat - phoenix.lat)).toBeLessThanOrEqual(0.05);
    expect(Math.abs(reporter.own.get().point.lng - phoenix.lng)).toBeLessThanOrEqual(0.05);
    reporter.start();
    reporter.walk();
    reporter.reportNow();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(sent).toEqual([]);
    expect(kept()).toBeNull();
  });

  test('can hide without a place', async () => {
    const { reporter, sent, hide } = deviceOf({});
    reporter.start();
    hide(true);
    reporter.reportNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([{ point: null, fixMs: null, isHidden: true }]);
  });
});

describe('a member who places their marker by hand', () => {
  test('is reported one second after the last change', async () => {
    const { reporter, sent } = deviceOf({});
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(900);
    reporter.placeAt(cafe);
    await vi.advanceTimersByTimeAsync(999);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([{ point: cafe, fixMs: null, isHidden: false }]);
  });

  test('who moves it while a report is on its way is reported a second later, not with the next repeat', async () => {
    const { reporter, sent, answerAfter } = deviceOf({});
    answerAfter(500);
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(1_200);
    reporter.placeAt(cafe);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.map(({ point }) => point)).toEqual([park, cafe]);
  });

  test('is reported again every 300 seconds while nothing changes', async () => {
    const { reporter, sent } = deviceOf({});
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(1_000 + 299_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
  });

  test('stands where they stood when they open the app again, and is reported', async () => {
    const first = deviceOf({});
    first.reporter.start();
    first.reporter.placeAt(park);
    const { reporter, sent } = deviceOf({ saved: first.kept() });
    expect(reporter.own.get()).toMatchObject({ type: 'override', point: park, isReal: true });
    reporter.start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual([{ point: park, fixMs: null, isHidden: false }]);
  });

  test('is hidden at once', async () => {
    const { reporter, sent, hide } = deviceOf({});
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(1_000);
    hide(true);
    reporter.reportNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.at(-1)).toEqual({ point: park, fixMs: null, isHidden: true });
  });

  test('may move while reporting is paused: it is reported when they agree', async () => {
    const { reporter, sent, watches } = deviceOf({ saved: { type: 'device', ...park, fixMs: 5 } });
    expect(watches()).toBe(0);
    reporter.placeAt(cafe);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent).toEqual([]);
    reporter.start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual([{ point: cafe, fixMs: null, isHidden: false }]);
  });

  test('is not reported any more after they were logged out', async () => {
    const { reporter, sent } = deviceOf({});
    reporter.start();
    reporter.placeAt(park);
    reporter.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent).toEqual([]);
  });
});

describe('without connection', () => {
  test('the reports wait, and only the newest place is told when it is back', async () => {
    const { reporter, sent, answerWith } = deviceOf({});
    answerWith('unheard');
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(1_000);
    reporter.placeAt(phoenix);
    await vi.advanceTimersByTimeAsync(1_000);
    reporter.placeAt(cafe);
    await vi.advanceTimersByTimeAsync(1_000);
    const before = sent.length;
    answerWith('taken');
    reporter.reportNow();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent.slice(before)).toEqual([{ point: cafe, fixMs: null, isHidden: false }]);
  });
});

describe('a server that does not take the report', () => {
  test('is asked again when it said so', async () => {
    const { reporter, sent, answerWith } = deviceOf({});
    answerWith({ laterMs: 7_000 });
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(1_000);
    answerWith('taken');
    await vi.advanceTimersByTimeAsync(6_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
  });

  test('is told when the connection is back', async () => {
    const { reporter, sent, answerWith } = deviceOf({});
    answerWith('unheard');
    reporter.start();
    reporter.placeAt(park);
    await vi.advanceTimersByTimeAsync(900_000);
    expect(sent).toHaveLength(1);
    answerWith('taken');
    reporter.reportNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.at(-1)?.point).toEqual(park);
  });
});

describe('a member in GPS mode', () => {
  test('is where their device says, reported one second after the first fix', async () => {
    const { reporter, sent, fixAt } = deviceOf({});
    reporter.start();
    reporter.followDevice();
    fixAt(park, 1_000);
    expect(reporter.own.get()).toMatchObject({ type: 'device', point: park, isReal: true });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual([{ point: park, fixMs: 1_000, isHidden: false }]);
  });

  test('is moved by the newest of the fixes of five seconds', async () => {
    const { reporter, fixAt } = deviceOf({});
    reporter.start();
    reporter.followDevice();
    fixAt(phoenix, 1);
    fixAt(park, 2);
    fixAt(cafe, 3);
    expect(reporter.own.get().point).toEqual(phoenix);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(reporter.own.get().point).toEqual(phoenix);
    await vi.advanceTimersByTimeAsync(1);
    expect(reporter.own.get().point).toEqual(cafe);
  });

  test('is not reported again for the noise of a receiver at rest', async () => {
    const { reporter, sent, fixAt } = deviceOf({});
    reporter.start();
    reporter.followDevice();
    fixAt(park, 1);
    await vi.advanceTimersByTimeAsync(60_000);
    fixAt({ lat: park.lat + 0.00004, lng: park.lng }, 60_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toHaveLength(1);
  });

  test.each([
    [1, 'Geolocation denied, your device refused to provide location'],
    [2, 'Geolocation unable to provide location'],
    [3, 'Geolocation timed out'],
    [9, 'OTHER ERROR'],
  ])('whose device answers %i walks again, and is told why', (code, text) => {
    const { reporter, fail, told } = deviceOf({ saved: { type: 'override', ...park, fixMs: null } });
    reporter.start();
    reporter.followDevice();
    fail(code);
    expect(told).toEqual([text]);
    expect(reporter.own.get()).toMatchObject({ type: 'override', point: park });
  });

  test('who had no place yet has none when their device refuses', async () => {
    const { reporter, sent, fail } = deviceOf({});
    reporter.start();
    reporter.followDevice();
    fail(1);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reporter.own.get()).toMatchObject({ type: 'random', isReal: false });
    expect(sent).toEqual([]);
  });

  test('stays in GPS mode in a tunnel, and is told why there is no fix after two minutes', async () => {
    const { reporter, fixAt, fail } = deviceOf({});
    reporter.start();
    reporter.followDevice();
    fixAt(park, 1);
    await vi.advanceTimersByTimeAsync(119_000);
    fail(3);
    expect(reporter.own.get()).toMatchObject({ type: 'device', gpsFailure: null });
    await vi.advanceTimersByTimeAsync(1_000);
    fail(3);
    expect(reporter.own.get()).toMatchObject({ type: 'device', gpsFailure: 'Geolocation timed out' });
    fixAt(cafe, 130_000);
    expect(reporter.own.get()).toMatchObject({ gpsFailure: null, point: cafe });
  });

  test('is notified of a failure two minutes after their last fix, also when the device reported it only once', async () => {
    const { reporter, fixAt, fail } = deviceOf({});
    reporter.start();
    reporter.followDevice();
    fixAt(park, 1);
    await vi.advanceTimersByTimeAsync(40_000);
    fail(2);
    await vi.advanceTimersByTimeAsync(79_999);
    expect(reporter.own.get()).toMatchObject({ type: 'device', gpsFailure: null });
    await vi.advanceTimersByTimeAsync(1);
    expect(reporter.own.get()).toMatchObject({ type: 'device', gpsFailure: 'Geolocation unable to provide location' });
  });

  test('who sits still is told of no failure: a device that does not move has nothing to say', async () => {
    const { reporter, fixAt } = deviceOf({});
    reporter.start();
    reporter.followDevice();
    fixAt(park, 1);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(reporter.own.get()).toMatchObject({ type: 'device', gpsFailure: null });
  });

  test('who leaves the browser’s question open is notified after two minutes that nothing came', async () => {
    const { reporter } = deviceOf({});
    reporter.start();
    reporter.followDevice();
    await vi.advanceTimersByTimeAsync(119_999);
    expect(reporter.own.get()).toMatchObject({ type: 'device', gpsFailure: null });
    await vi.advanceTimersByTimeAsync(1);
    expect(reporter.own.get()).toMatchObject({ type: 'device', gpsFailure: 'Geolocation timed out' });
  });

  test('who walks again within two minutes is told of no failure later', async () => {
    const { reporter, fixAt, fail } = deviceOf({});
    reporter.start();
    reporter.followDevice();
    fixAt(park, 1);
    fail(3);
    reporter.walk();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reporter.own.get()).toMatchObject({ type: 'override', gpsFailure: null });
  });

  test('is reported again every 300 seconds while they sit still', async () => {
    const { reporter, sent, fixAt } = deviceOf({});
    reporter.start();
    reporter.followDevice();
    fixAt(park, 1);
    await vi.advanceTimersByTimeAsync(1_000 + 299_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
  });

  test('whose GPS point stays behind as their marker is still reported as what the GPS said, so it is never shown exactly', async () => {
    const { reporter, sent, fixAt } = deviceOf({});
    reporter.start();
    reporter.followDevice();
    fixAt(park, 77);
    reporter.walk();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.at(-1)).toEqual({ point: park, fixMs: 77, isHidden: false });
    reporter.placeAt(cafe);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.at(-1)).toEqual({ point: cafe, fixMs: null, isHidden: false });
  });

  test('is in GPS mode again at the next start: their old fix is not reported, the next one is', async () => {
    const { reporter, sent, fixAt, watches } = deviceOf({ saved: { type: 'device', ...park, fixMs: 5 } });
    reporter.start();
    expect(watches()).toBe(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toEqual([]);
    fixAt(park, 6);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual([{ point: park, fixMs: 6, isHidden: false }]);
  });

  test('is not watched any more once they walk', () => {
    const { reporter, watches } = deviceOf({});
    reporter.start();
    reporter.followDevice();
    expect(watches()).toBe(1);
    reporter.placeAt(cafe);
    expect(watches()).toBe(0);
  });
});

test('what another tab has kept is where the marker stands here too', () => {
  const { reporter } = deviceOf({});
  reporter.adopt({ type: 'override', ...cafe, fixMs: null });
  expect(reporter.own.get()).toMatchObject({ type: 'override', point: cafe, isReal: true });
});

test.each([null, 'text', { type: 'random', lat: 1, lng: 1 }, { type: 'override', lat: 95, lng: 1 }, { type: 'device', lng: 3 }])(
  'a damaged or random lastLocation (%j) is a random start',
  (saved) => {
    expect(deviceOf({ saved }).reporter.own.get()).toMatchObject({ type: 'random', isReal: false });
  },
);

/** A reporter on a device whose GPS says what the test wants it to. */
function deviceOf({ saved = null }: { saved?: unknown }) {
  const sent: Report[] = [];
  const told: string[] = [];
  const watching = new Set<{ onFix: (fix: Fix) => void; onFailure: (code: number) => void }>();
  let outcome: Outcome = 'taken';
  let answerMs = 0;
  let isHidden = false;
  let kept: LastLocation | null = null;
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
      if (answerMs > 0) await new Promise((resolve) => setTimeout(resolve, answerMs));
      return outcome;
    },
    saved,
    save: (location) => {
      kept = location;
    },
    isHidden: () => isHidden,
    onFallBack: (text) => told.push(text),
    random: Math.random,
    nowMs: Date.now,
  });
  return {
    reporter,
    sent,
    told,
    kept: () => kept,
    watches: () => watching.size,
    hide: (hidden: boolean) => {
      isHidden = hidden;
    },
    answerAfter: (ms: number) => {
      answerMs = ms;
    },
    answerWith: (next: Outcome) => {
      outcome = next;
    },
    fixAt: (point: { lat: number; lng: number }, fixMs: number) => {
      for (const { onFix } of watching) onFix({ ...point, fixMs });
    },
    fail: (code: number) => {
      for (const { onFailure } of watching) onFailure(code);
    },
  };
}
