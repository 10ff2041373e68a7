// Published cells depend on the position only, and the times of changes do not disclose where a border was crossed.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Place } from '#shared/rules/distance.ts';
import { settledMs } from '#shared/rules/own-place.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { cellOf, cellSides, publishedPoint, type Cell } from './grid.ts';
import { keyedHash } from './keyed-hash.ts';
import {
  createPublishedPositions,
  maxDelayMs,
  maxEffectiveMs,
  type PositionReport,
  type PublishedPositions,
} from './published.ts';
import { normalFrom, seeded } from '#server/testing/app/seeded.ts';

const alice = '6f1c1f0e-5a3e-4d5c-9a53-0d8e8d1c2b11';
const bob = '0b1c1f0e-5a3e-4d5c-9a53-0d8e8d1c2b22';
const middleOfCell = { lat: 33.43963, lon: -112.06998 };
const lonDegreesPerMetre = 1 / (111_320 * Math.cos((33.43963 * Math.PI) / 180));

let nowMs: number;
let random: () => number;
let positions: PublishedPositions;
let seen: Cell | undefined;
let seenExactly: Place | undefined;

beforeEach(() => {
  nowMs = Date.UTC(2026, 5, 1);
  random = seeded(1);
  positions = createPublishedPositions({ nowMs: () => nowMs, random: () => random() });
  seen = undefined;
  seenExactly = undefined;
});

const away = (east: number, north = 0): Place => ({
  lat: middleOfCell.lat + north / 111_320,
  lon: middleOfCell.lon + east * lonDegreesPerMetre,
});

function report(place: Place, more: Partial<PositionReport> = {}): void {
  const effectiveUntilMs = nowMs + maxEffectiveMs;
  const whole = { profileId: alice, use: 'DEVICE_GPS', fixMs: nowMs, hide: false, effectiveUntilMs, precision: 'area' } as const;
  const change = positions.report({ ...whole, ...place, ...more });
  if (change) [seen, seenExactly] = [change.shown?.cell, change.shown?.exact];
}

function wait(ms: number): void {
  nowMs += ms;
  for (const change of positions.advance()) [seen, seenExactly] = [change.shown?.cell, change.shown?.exact];
}

function rest(place: Place, fixes = 5): void {
  for (let fix = 0; fix < fixes; fix += 1) {
    report(place);
    wait(60_000);
  }
}

const cellAt = (place: Place): Cell => cellOf(place.lat, place.lon, 1_000);

describe('a member whose phone reports', () => {
  it('is not seen before three fixes agree on the place, and then at once', () => {
    report(away(0));
    report(away(10), { fixMs: nowMs + 5_000 });
    wait(maxDelayMs);
    expect(seen).toBeUndefined();
    report(away(0, 10));
    expect(seen).toEqual(cellAt(away(0)));
  });

  it('is shown at a point behind them while they move', () => {
    report(away(0));
    report(away(1_900));
    expect(seen).toBeUndefined();
    report(away(3_000));
    expect(seen).toEqual(cellAt(away(0)));
    report(away(6_000));
    expect(seen).toEqual(cellAt(away(0)));
    wait(maxDelayMs);
    expect(seen).toEqual(cellAt(away(3_000)));
  });

  it('is not shown while they move within five cells of a place where they stayed', () => {
    rest(away(0));
    wait(settledMs);
    const seenAt = new Set<string>();
    for (let metres = 0; metres < 20_000; metres += 300) {
      report(away(metres));
      wait(20_000);
      if (seen) seenAt.add(JSON.stringify(seen));
    }
    for (const metres of [1_000, 3_000, 5_000]) expect(seenAt).not.toContain(JSON.stringify(cellAt(away(metres))));
    expect(seenAt).toContain(JSON.stringify(cellAt(away(0))));
    expect(seenAt.size).toBeGreaterThan(3);
  });

  it('stays in their cell while single fixes are in a neighbouring one', () => {
    rest(away(300));
    for (let stray = 0; stray < 20; stray += 1) {
      report(away(stray % 2 === 0 ? 650 : 830));
      wait(maxDelayMs);
      report(away(300));
      wait(maxDelayMs);
      expect(seen).toEqual(cellAt(away(0)));
    }
  });

  it('is seen in the neighbouring cell once three fixes agree, after a delay of up to five minutes', () => {
    random = () => 0.5;
    rest(away(300));
    for (let fix = 0; fix < 3; fix += 1) {
      expect(seen).toEqual(cellAt(away(0)));
      report(away(900));
      wait(1_000);
    }
    wait(maxDelayMs / 2 - 2_000);
    expect(seen).toEqual(cellAt(away(0)));
    wait(1_000);
    expect(seen).toEqual(cellAt(away(1_000)));
  });

  it('is not seen in the neighbouring cell when they return before the end of the delay', () => {
    random = () => 0.9;
    rest(away(400));
    for (let fix = 0; fix < 3; fix += 1) {
      report(away(700));
      wait(1_000);
    }
    random = () => 0.1;
    for (let fix = 0; fix < 3; fix += 1) {
      report(away(400));
      wait(1_000);
    }
    for (let second = 0; second < 600; second += 1) {
      wait(1_000);
      expect(seen).toEqual(cellAt(away(0)));
    }
  });

  it('is seen two or more cells away as soon as three fixes agree, never by the first alone', () => {
    rest(away(0));
    for (const place of [away(2_100), away(0, 60_000)]) {
      const before = seen;
      report(place);
      report(place, { fixMs: nowMs + 5_000 });
      wait(maxDelayMs);
      expect(seen).toEqual(before);
      report(place);
      expect(seen).toEqual(cellAt(place));
    }
  });

  it('is seen in each crossed cell with its own delay, never at the time of a crossing', () => {
    random = seeded(7);
    rest(away(0));
    const atOnce: number[] = [];
    for (let metres = 0; metres < 20_000; metres += 13 * 5) {
      const before = seen;
      report(away(metres));
      if (seen !== before) atOnce.push(metres);
      wait(5_000);
    }
    expect(atOnce).toEqual([]);
    wait(maxDelayMs);
    expect(seen).toEqual(cellAt(away(18_000)));
  });

  it('is not at rest after sending the same fix three times', () => {
    rest(away(300));
    const fixMs = nowMs;
    for (let again = 0; again < 5; again += 1) report(away(700), { fixMs });
    wait(maxDelayMs);
    expect(seen).toEqual(cellAt(away(0)));
  });
});

describe('a phone whose clock is wrong', () => {
  it('does not affect the cell, ahead or behind', () => {
    rest(away(0));
    report(away(0), { fixMs: nowMs + dayMs });
    for (const fixMs of [nowMs, nowMs - dayMs, 0]) report(away(3_000), { fixMs });
    expect(seen).toEqual(cellAt(away(3_000)));
  });
});

describe('at rest', () => {
  it('the cell depends on the place only, not on the way there', () => {
    const home = away(380, 380);
    const ways: Place[][] = [
      [],
      [away(-3_000)],
      [away(0, 2_000), away(200, 1_000), away(380, 650)],
      [away(5_000, 300), away(2_000, 300), away(700, 380)],
      Array.from({ length: 80 }, (_, step) => away(380, 6_000 - step * 70)),
    ];
    for (const way of ways) {
      positions.forget(alice);
      for (const place of way) {
        report(place);
        wait(20_000);
      }
      rest(home, 12);
      wait(maxDelayMs);
      expect(seen).toEqual(cellAt(home));
    }
  });

  it('thirty nights of noisy fixes publish one cell and one point', () => {
    const noise = normalFrom(seeded(3));
    const cells = new Set<string>();
    for (let night = 0; night < 30; night += 1) {
      report(away(-4_000 + 8_000 * (night % 2), 500), { use: 'OVERRIDE' });
      for (let fix = 0; fix < 12; fix += 1) {
        report(away(150 + 20 * noise(), -150 + 20 * noise()));
        wait(300_000);
      }
      cells.add(JSON.stringify(seen));
      wait(12 * hourMs);
    }
    expect([...cells]).toEqual([JSON.stringify(cellAt(away(150, -150)))]);
    const points = new Set(
      Array.from({ length: 1_000 }, () => JSON.stringify(publishedPoint(keyedHash('key'), alice, cellAt(away(150, -150))))),
    );
    expect(points.size).toBe(1);
  });
});

describe('a point set by hand', () => {
  it('is seen by its cell at once', () => {
    rest(away(0));
    report(away(800), { use: 'OVERRIDE' });
    expect(seen).toEqual(cellAt(away(800)));
    expect(seenExactly).toBeUndefined();
  });

  it('is published exactly if the member chose so, until the phone reports again', () => {
    report(away(12.3456789), { use: 'OVERRIDE', precision: 'exact' });
    expect(seenExactly).toEqual({ lat: 33.43963, lon: Math.round(away(12.3456789).lon * 1e5) / 1e5 });
    report(away(12.3456789), { precision: 'exact' });
    expect(seenExactly).toBeUndefined();
    expect(seen).toEqual(cellAt(away(0)));
  });

  it('is published exactly after each move by hand, even only to the east or to the north', () => {
    for (const [east, north] of [
      [10, 0],
      [30, 0],
      [30, 20],
    ] as const) {
      report(away(east, north), { use: 'OVERRIDE', precision: 'exact' });
      const { lat, lon } = away(east, north);
      expect(seenExactly).toEqual({ lat: Math.round(lat * 1e5) / 1e5, lon: Math.round(lon * 1e5) / 1e5 });
    }
  });

  it('of a member with a wide blur is published as a cell of 3,000 m', () => {
    report(away(0), { use: 'OVERRIDE', precision: 'wide' });
    expect(seen).toEqual(cellOf(away(0).lat, away(0).lon, 3_000));
  });
});

describe('hiding and ending', () => {
  it('hides at once, without later delayed changes', () => {
    rest(away(300));
    for (let fix = 0; fix < 3; fix += 1) report(away(900), { fixMs: nowMs + fix });
    report(away(900), { hide: true });
    expect(seen).toBeUndefined();
    wait(maxDelayMs);
    expect(seen).toBeUndefined();
  });

  it('keeps the exact point of a hidden member for their own lists, and shows them again at once', () => {
    rest(away(300));
    for (let fix = 0; fix < 3; fix += 1) report(away(2_500), { hide: true, fixMs: nowMs + fix });
    expect(positions.exactOf(alice)).toEqual(away(2_500));
    expect(positions.cellFor(alice)).toEqual(cellAt(away(2_500)));
    report(away(2_500), { hide: false, fixMs: nowMs + 3 });
    expect(seen).toEqual(cellAt(away(2_500)));
  });

  it('removes a member when the position expires, however often they reported before', () => {
    rest(away(0));
    wait(hourMs);
    report(away(0));
    wait(maxEffectiveMs - 1);
    expect(seen).toEqual(cellAt(away(0)));
    wait(1);
    expect(seen).toBeUndefined();
    expect(positions.exactOf(alice)).toBeUndefined();
    expect(positions.cellFor(alice)).toBeUndefined();
  });

  it('expires every position after at most 26 hours', () => {
    report(away(0), { effectiveUntilMs: nowMs * 2 });
    wait(maxEffectiveMs);
    expect(seen).toBeUndefined();
  });

  it('refuses an expired position', () => {
    report(away(0), { effectiveUntilMs: nowMs - 1 });
    expect(seen).toBeUndefined();
    expect(positions.nextDueMs()).toBeUndefined();
  });

  it('does not show an expired position even before the next check', () => {
    report(away(0), { use: 'OVERRIDE', effectiveUntilMs: nowMs + 1_000 });
    nowMs += 5_000;
    expect(positions.exactOf(alice)).toBeUndefined();
    expect(positions.advance()).toEqual([{ profileId: alice }]);
  });
});

describe('a place where a member has rested before', () => {
  const home = away(480, 0);
  const evening = (noise: number, more: Partial<PositionReport> = {}): void => {
    for (let fix = 0; fix < 3; fix += 1) report(away(480 + noise, 0), { fixMs: nowMs + fix, ...more });
    wait(maxDelayMs);
  };

  it('decides the cell from the first fix on, on whichever side of the border the fix lies', () => {
    evening(-10);
    const first = seen;
    for (const noise of [60, -60, 120, 250]) {
      wait(12 * hourMs);
      report(away(-5_000), { use: 'OVERRIDE' });
      report(away(480 + noise));
      expect(seen).toEqual(first);
    }
  });

  it('decides the same after the position was hidden, and in the wide grid', () => {
    evening(-10);
    const first = seen;
    wait(12 * hourMs);
    report(away(560), { hide: true });
    report(away(570), { hide: false });
    expect(seen).toEqual(first);
    positions.setPreferences(alice, { hide: false, precision: 'wide' });
    const wide = positions.cellFor(alice);
    expect(wide).toEqual(cellOf(home.lat, home.lon, cellSides.wide));
    positions.setPreferences(alice, { hide: false, precision: 'area' });
    expect(positions.cellFor(alice)).toEqual(first);
  });

  it('is known after a restart when the device reports it, and only near the fix', () => {
    report(away(530), { restPlace: home });
    expect(seen).toEqual(cellAt(home));
    wait(maxDelayMs);
    report(away(3_000), { restPlace: home });
    wait(maxDelayMs);
    expect(seen).toEqual(cellAt(home));
    expect(positions.cellFor(alice)).toEqual(cellAt(home));
  });
});

describe('after a restart', () => {
  it('shows the stored cell without exact point until fixes agree on another', () => {
    positions.restore({ profileId: alice, cell: cellAt(away(0)), hide: false, effectiveUntilMs: nowMs + maxEffectiveMs });
    expect(positions.restoredOf(alice)).toEqual({ cell: cellAt(away(0)) });
    expect(positions.exactOf(alice)).toBeUndefined();
    seen = positions.restoredOf(alice)?.cell;
    report(away(700));
    wait(maxDelayMs);
    expect(seen).toEqual(cellAt(away(0)));
    rest(away(700));
    wait(maxDelayMs);
    expect(seen).toEqual(cellAt(away(1_000)));
  });

  it('shows no hidden or expired member', () => {
    const stored = { profileId: alice, cell: cellAt(away(0)), hide: true, effectiveUntilMs: nowMs + 1_000 };
    positions.restore(stored);
    expect(positions.restoredOf(alice)).toBeUndefined();
    positions.restore({ ...stored, profileId: bob, hide: false, effectiveUntilMs: nowMs });
    expect(positions.restoredOf(bob)).toBeUndefined();
  });

  it('reports what was shown before a position changes, and forgets positions that expire', () => {
    const told: unknown[] = [];
    positions = createPublishedPositions({ nowMs: () => nowMs, random, onLastRestored: (...change) => told.push(change) });
    const cell = cellAt(away(0));
    const until = { cell, hide: false, effectiveUntilMs: nowMs + 2_000 };
    for (const profileId of [alice, bob]) positions.restore({ profileId, ...until });
    expect(positions.cellFor(alice)).toEqual(cell);
    expect(told).toEqual([]);
    expect(positions.setPreferences(alice, { hide: true, precision: 'area' })).toEqual({ profileId: alice });
    expect(told).toEqual([[alice, { cell }]]);
    expect(positions.restoredOf(alice)).toBeUndefined();
    expect(positions.cellFor(alice)).toEqual(cell);
    wait(2_000);
    expect(positions.restoredOf(bob)).toBeUndefined();
    expect(positions.cellFor(bob)).toBeUndefined();
  });
});
