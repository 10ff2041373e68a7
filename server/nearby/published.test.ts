// When and where a member is seen: cells that depend on the place alone, moments that do not tell where a border was crossed.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Place } from '#shared/rules/distance.ts';
import { cellOf, publishedPoint, type Cell } from './grid.ts';
import {
  createPublishedPositions,
  mostDelayMs,
  mostEffectiveMs,
  type PositionReport,
  type PublishedPositions,
} from './published.ts';
import { normalFrom, seeded } from '#server/testing/app/seeded.ts';

const alice = '6f1c1f0e-5a3e-4d5c-9a53-0d8e8d1c2b11';
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
  const effectiveUntilMs = nowMs + mostEffectiveMs;
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
  it('is seen in the cell of the first fix at once', () => {
    report(away(0));
    expect(seen).toEqual(cellAt(away(0)));
  });

  it('stays in his cell while single fixes stray into the neighbouring one', () => {
    rest(away(300));
    for (let stray = 0; stray < 20; stray += 1) {
      report(away(stray % 2 === 0 ? 650 : 830));
      wait(mostDelayMs);
      report(away(300));
      wait(mostDelayMs);
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
    wait(mostDelayMs / 2 - 2_000);
    expect(seen).toEqual(cellAt(away(0)));
    wait(1_000);
    expect(seen).toEqual(cellAt(away(1_000)));
  });

  it('is not seen next door at all when he is back before the delay is over', () => {
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

  it('is seen two cells away and further at once', () => {
    rest(away(0));
    report(away(2_100));
    expect(seen).toEqual(cellAt(away(2_100)));
    report(away(0, 60_000));
    expect(seen).toEqual(cellAt(away(0, 60_000)));
  });

  it('who goes on cell after cell is seen in each with a delay of its own, never at the moment of a crossing', () => {
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
    wait(mostDelayMs);
    expect(seen).toEqual(cellAt(away(20_000)));
  });

  it('who sends the same fix three times has given one fix', () => {
    rest(away(300));
    const fixMs = nowMs;
    for (let again = 0; again < 5; again += 1) report(away(700), { fixMs });
    wait(mostDelayMs);
    expect(seen).toEqual(cellAt(away(0)));
  });
});

describe('a phone whose clock is wrong', () => {
  it('is followed all the same, ahead or behind', () => {
    rest(away(0));
    report(away(0), { fixMs: nowMs + 86_400_000 });
    for (const fixMs of [nowMs, nowMs - 86_400_000, 0]) report(away(3_000), { fixMs });
    expect(seen).toEqual(cellAt(away(3_000)));
  });
});

describe('at rest', () => {
  it('the cell is a function of the place alone, whatever the way there was', () => {
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
      wait(mostDelayMs);
      expect(seen).toEqual(cellAt(home));
    }
  });

  it('thirty nights of noisy fixes show one cell, and reading it a thousand times one point', () => {
    const noise = normalFrom(seeded(3));
    const cells = new Set<string>();
    for (let night = 0; night < 30; night += 1) {
      report(away(-4_000 + 8_000 * (night % 2), 500), { use: 'OVERRIDE' });
      for (let fix = 0; fix < 12; fix += 1) {
        report(away(150 + 20 * noise(), -150 + 20 * noise()));
        wait(300_000);
      }
      cells.add(JSON.stringify(seen));
      wait(12 * 3_600_000);
    }
    expect([...cells]).toEqual([JSON.stringify(cellAt(away(150, -150)))]);
    const points = new Set(
      Array.from({ length: 1_000 }, () => JSON.stringify(publishedPoint('key', alice, cellAt(away(150, -150))))),
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

  it('is seen exactly where the member chose so, until the phone reports again', () => {
    report(away(12.3456789), { use: 'OVERRIDE', precision: 'exact' });
    expect(seenExactly).toEqual({ lat: 33.43963, lon: Math.round(away(12.3456789).lon * 1e5) / 1e5 });
    report(away(12.3456789), { precision: 'exact' });
    expect(seenExactly).toBeUndefined();
    expect(seen).toEqual(cellAt(away(0)));
  });

  it('of a member who wants a wide blur is seen by a cell of 3,200 m', () => {
    report(away(0), { precision: 'wide' });
    expect(seen).toEqual(cellOf(away(0).lat, away(0).lon, 3_200));
  });
});

describe('hiding and ending', () => {
  it('hides at once, with nothing delayed that would come after', () => {
    rest(away(300));
    for (let fix = 0; fix < 3; fix += 1) report(away(900), { fixMs: nowMs + fix });
    report(away(900), { hide: true });
    expect(seen).toBeUndefined();
    wait(mostDelayMs);
    expect(seen).toBeUndefined();
  });

  it('keeps the exact point of a hidden member for his own lists, and shows him again at once', () => {
    rest(away(300));
    report(away(2_500), { hide: true });
    expect(positions.exactOf(alice)).toEqual(away(2_500));
    expect(positions.cellFor(alice)).toEqual(cellAt(away(2_500)));
    report(away(2_500), { hide: false });
    expect(seen).toEqual(cellAt(away(2_500)));
  });

  it('takes a member off when his position ends, however often he reported before', () => {
    report(away(0));
    wait(3_600_000);
    report(away(0));
    wait(mostEffectiveMs - 3_600_000);
    expect(seen).toEqual(cellAt(away(0)));
    wait(3_600_000);
    expect(seen).toBeUndefined();
    expect(positions.exactOf(alice)).toBeUndefined();
    expect(positions.cellFor(alice)).toBeUndefined();
  });

  it('never lets a position last longer than 26 hours, whatever is asked', () => {
    report(away(0), { effectiveUntilMs: nowMs * 2 });
    wait(mostEffectiveMs);
    expect(seen).toBeUndefined();
  });

  it('refuses a position that has ended already', () => {
    report(away(0), { effectiveUntilMs: nowMs - 1 });
    expect(seen).toBeUndefined();
    expect(positions.nextDueMs()).toBeUndefined();
  });

  it('does not show the position of a member whose time ran out while nobody looked', () => {
    report(away(0), { effectiveUntilMs: nowMs + 1_000 });
    nowMs += 5_000;
    expect(positions.exactOf(alice)).toBeUndefined();
    expect(positions.advance()).toEqual([{ profileId: alice }]);
  });
});

describe('after a restart', () => {
  it('shows the stored cell, knows no exact point, and keeps to the cell until fixes agree on another', () => {
    const change = positions.restore({
      profileId: alice,
      cell: cellAt(away(0)),
      hide: false,
      effectiveUntilMs: nowMs + mostEffectiveMs,
    });
    expect(change).toEqual({ profileId: alice, shown: { cell: cellAt(away(0)) } });
    expect(positions.exactOf(alice)).toBeUndefined();
    seen = change?.shown?.cell;
    report(away(700));
    wait(mostDelayMs);
    expect(seen).toEqual(cellAt(away(0)));
    rest(away(700));
    wait(mostDelayMs);
    expect(seen).toEqual(cellAt(away(1_000)));
  });

  it('shows nobody who was hidden or whose time is over', () => {
    const stored = { profileId: alice, cell: cellAt(away(0)), hide: true, effectiveUntilMs: nowMs + 1_000 };
    expect(positions.restore(stored)).toBeUndefined();
    expect(positions.restore({ ...stored, hide: false, effectiveUntilMs: nowMs })).toBeUndefined();
  });
});
