// Tests the exact distances and times at which positions are published and end, and how another instance continues.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Place } from '#shared/rules/distance.ts';
import { passingMs, settledMs } from '#shared/rules/own-place.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { cellCentre, cellOf, type Cell } from './grid.ts';
import { createPublishedPositions, maxDelayMs, maxEffectiveMs, type PositionReport } from './published.ts';
import type { ShownChange } from './shown.ts';

const profileId = '6f1c1f0e-5a3e-4d5c-9a53-0d8e8d1c2b11';
const home = cellOf(33.43963, -112.06998, 1_000);
/** The centre of the cell this many columns further east. */
const east = (cells: number): Place => cellCentre({ ...home, j: home.j + cells });
const cellAt = (cells: number): Cell => ({ ...home, j: home.j + cells });

let nowMs: number;
let delay: number;
let positions: ReturnType<typeof open>;
const open = () => createPublishedPositions({ nowMs: () => nowMs, random: () => delay });
beforeEach(() => {
  [nowMs, delay] = [Date.UTC(2026, 5, 1), 0];
  positions = open();
});

const report = (place: Place, more: Partial<PositionReport> = {}): ShownChange | undefined =>
  positions.report({
    profileId,
    use: 'DEVICE_GPS',
    fixMs: nowMs,
    hide: false,
    effectiveUntilMs: nowMs + maxEffectiveMs,
    precision: 'area',
    ...place,
    ...more,
  });
const restore = (cell: Cell, effectiveUntilMs = nowMs + dayMs) =>
  positions.restore({ profileId, cell, hide: false, effectiveUntilMs });
/** Reports three fixes at a place, a second apart. */
function arrive(place: Place): ShownChange | undefined {
  let change: ShownChange | undefined;
  for (let fix = 0; fix < 3; fix += 1) {
    nowMs += 1_000;
    change = report(place) ?? change;
  }
  return change;
}
function later(ms: number): ShownChange[] {
  nowMs += ms;
  return positions.advance();
}

describe('on the way', () => {
  const passedBy = (cells: number) => {
    restore(home);
    report(east(cells));
    nowMs += 60_000;
    report(east(cells + 3));
    return later(maxDelayMs).map(({ shown }) => shown?.cell);
  };

  test('the fifth cell from where a member was is not published', () => expect(passedBy(5)).toEqual([]));
  test('the sixth cell from there is published', () => expect(passedBy(6)).toEqual([cellAt(6)]));
});

describe('near a place where a member has stayed', () => {
  const stayNextDoor = (waitMs: number) => {
    arrive(east(0));
    nowMs += settledMs;
    report(east(0), { fixMs: nowMs });
    arrive(east(3));
    nowMs += waitMs;
    return report(east(3), { fixMs: nowMs })?.shown?.cell;
  };

  test('a new place is not published while the member may only be passing through', () =>
    expect(stayNextDoor(passingMs - 1)).toBeUndefined());
  test('a new place is published at once after two and a half minutes', () => expect(stayNextDoor(passingMs)).toEqual(cellAt(3)));
});

test('a change to the next cell is published after at most five minutes, a change by two cells at once', () => {
  expect(arrive(east(0))).toMatchObject({ shown: { cell: cellAt(0) } });
  [delay, nowMs] = [0.999, nowMs + settledMs + passingMs];
  arrive(east(1));
  nowMs += passingMs;
  expect(report(east(1), { fixMs: nowMs })).toBeUndefined();
  expect(later(Math.floor(0.999 * maxDelayMs) - 1)).toEqual([]);
  expect(later(1)).toEqual([{ profileId, shown: { cell: cellAt(1) } }]);
  arrive(east(3));
  nowMs += passingMs;
  expect(report(east(3), { fixMs: nowMs })).toEqual({ profileId, shown: { cell: cellAt(3) } });
});

describe('the end of a position', () => {
  test('a position that ends at the moment of its report is not accepted, and the earlier one is removed', () => {
    report(east(0), { use: 'OVERRIDE' });
    expect(report(east(0), { use: 'OVERRIDE', effectiveUntilMs: nowMs })).toEqual({ profileId });
    expect([positions.cellFor(profileId), positions.exactOf(profileId)]).toEqual([undefined, undefined]);
  });

  test('a position lasts until just before its end, and no preference shows it again', () => {
    report(east(0), { use: 'OVERRIDE', effectiveUntilMs: nowMs + hourMs });
    nowMs += hourMs - 1;
    expect([positions.exactOf(profileId), positions.cellFor(profileId)]).toEqual([east(0), cellAt(0)]);
    nowMs += 1;
    expect([positions.exactOf(profileId), positions.cellFor(profileId)]).toEqual([undefined, undefined]);
    expect(positions.setPreferences(profileId, { hide: false, precision: 'wide' })).toBeUndefined();
    expect(positions.advance()).toEqual([{ profileId }]);
    expect(positions.advance()).toEqual([]);
  });

  test('a restored position ends at its time, even before the next check', () => {
    restore(home, nowMs + hourMs);
    expect(positions.nextDueMs()).toBe(nowMs + hourMs);
    nowMs += hourMs;
    expect(positions.cellFor(profileId)).toBeUndefined();
    expect(positions.advance()).toEqual([{ profileId }]);
    expect(positions.restoredOf(profileId)).toBeUndefined();
  });

  test('a restored position that had ended is unknown', () => {
    restore(home, nowMs);
    expect([positions.cellFor(profileId), positions.restoredOf(profileId), positions.nextDueMs()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('preferences and removal of a member without a position change nothing', () => {
    expect(positions.setPreferences(profileId, { hide: false, precision: 'area' })).toBeUndefined();
    expect(positions.forget(profileId)).toBeUndefined();
  });
});

test('a cell of an earlier build is shown as the wide cell around its centre', () => {
  const shownFor = (side: number) => {
    positions = open();
    restore({ ...home, side });
    return positions.restoredOf(profileId)?.cell;
  };
  const centre = cellCentre({ ...home, side: 500 });
  expect(shownFor(500)).toEqual(cellOf(centre.lat, centre.lon, 3_000));
  for (const side of [1_000, 3_000]) expect(shownFor(side)).toEqual({ ...home, side });
});

describe('another instance', () => {
  const handedOver = () => {
    const saved = positions.save(profileId) ?? '';
    positions = open();
    positions.load(profileId, saved);
  };

  test('continues with the published cell, the exact point and the end of a position', () => {
    arrive(east(0));
    handedOver();
    expect([positions.cellFor(profileId), positions.exactOf(profileId)]).toEqual([cellAt(0), east(0)]);
    expect(report(east(0.2))).toBeUndefined();
    expect(later(maxEffectiveMs)).toEqual([{ profileId }]);
  });

  test('publishes a delayed change at its time', () => {
    arrive(east(0));
    [delay, nowMs] = [0.5, nowMs + settledMs + passingMs];
    arrive(east(1));
    nowMs += passingMs;
    report(east(1), { fixMs: nowMs });
    handedOver();
    expect(positions.nextDueMs()).toBe(nowMs + maxDelayMs / 2);
    expect(later(maxDelayMs / 2 - 1)).toEqual([]);
    expect(later(1)).toEqual([{ profileId, shown: { cell: cellAt(1) } }]);
  });

  test('gets nothing of a member without a position', () => expect(positions.save(profileId)).toBeUndefined());
});
