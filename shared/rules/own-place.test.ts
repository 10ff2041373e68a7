// Places where a member stays: decided by three fixes, the same at each return, and none on the way.
import { describe, expect, test } from 'vitest';
import type { Place } from './distance.ts';
import { OwnPlace, settledMs } from './own-place.ts';

const home = { lat: 33.45, lon: -112.07 };
const at = (north: number, east = 0): Place => ({ lat: home.lat + north / 111_195, lon: home.lon + east / 92_780 });

/** Adds fixes a minute apart; returns what each decided. */
function walk(own: OwnPlace, places: readonly Place[], startMs = 0) {
  return places.map((place, step) => own.add({ ...place, fixMs: startMs + step }, startMs + step * 60_000));
}

describe('arriving', () => {
  test('the third fix within 100 m decides the median of the three', () => {
    const own = new OwnPlace();
    const [first, second, third] = walk(own, [at(0), at(40, 30), at(20, 10)]);
    expect([first, second]).toEqual([undefined, undefined]);
    expect(third?.lat).toBeCloseTo(at(20).lat, 9);
    expect(third?.lon).toBeCloseTo(at(0, 10).lon, 9);
    expect(own.rest).toBe(own.places[0]);
  });

  test('one fix that is sent three times decides nothing', () => {
    const own = new OwnPlace();
    expect([1, 2, 3].map((nowMs) => own.add({ ...home, fixMs: 5 }, nowMs))).toEqual([undefined, undefined, undefined]);
  });

  test('three fixes further apart decide nothing', () => {
    expect(walk(new OwnPlace(), [at(0), at(150), at(300)])).toEqual([undefined, undefined, undefined]);
  });

  test('at the antimeridian the place is not on the other side of the earth', () => {
    const own = new OwnPlace();
    const [, , place] = walk(own, [
      { lat: 0, lon: 179.9999 },
      { lat: 0, lon: -179.9999 },
      { lat: 0, lon: 179.9998 },
    ]);
    expect(Math.abs(Math.abs(place?.lon ?? 0) - 180)).toBeLessThan(0.001);
  });
});

describe('a remembered place', () => {
  const known = { ...home, sinceMs: -settledMs };

  test('is decided by one fix up to 300 m away, exactly where it was', () => {
    expect(walk(new OwnPlace([known]), [at(290)])).toEqual([known]);
    expect(walk(new OwnPlace([known]), [at(310)])).toEqual([undefined]);
  });

  test('is not moved by a hundred later visits with other errors', () => {
    const own = new OwnPlace([known]);
    for (let visit = 1; visit <= 100; visit += 1) {
      walk(own, [at(5_000), at(80, 60), at(90, 50), at(70, 70)], visit * 86_400_000);
      expect(own.rest).toEqual(known);
    }
    expect(own.places).toHaveLength(1);
  });

  test('is corrected once if it was decided on the way there', () => {
    const own = new OwnPlace();
    walk(own, [at(0), at(10), at(20), ...Array.from({ length: 12 }, () => at(130))]);
    expect(own.rest?.lat).toBeCloseTo(at(130).lat, 5);
    expect(own.places).toHaveLength(1);
  });

  test('is kept among sixteen; the one not visited for longest is forgotten', () => {
    const own = new OwnPlace();
    for (let place = 0; place < 18; place += 1) {
      const there = at(place * 1_000);
      walk(own, [there, there, there], place * 86_400_000);
    }
    expect(own.places).toHaveLength(16);
    expect(own.places[0]?.lat).toBeCloseTo(at(17_000).lat, 9);
    expect(own.places.at(-1)?.lat).toBeCloseTo(at(2_000).lat, 9);
  });

  test('that another device decided is learned, unless one is remembered there', () => {
    const own = new OwnPlace([known]);
    own.learn(at(100));
    expect(own.places).toEqual([known]);
    own.learn(at(400));
    expect(own.places).toEqual([known, { ...at(400), sinceMs: 0 }]);
  });
});

describe('on the way', () => {
  test('a point that lies 2 km behind is decided, never a nearer one', () => {
    const own = new OwnPlace();
    for (let metres = 0; metres <= 30_000; metres += 100) {
      const decided = own.add({ ...at(metres), fixMs: metres }, metres * 10);
      if (metres < 2_000) expect(decided).toBeUndefined();
      else if (metres > 2_000) {
        const behind = metres - ((decided?.lat ?? NaN) - home.lat) * 111_195;
        expect(behind).toBeGreaterThan(1_990);
        expect(behind).toBeLessThan(2_310);
      }
    }
  });

  test('points before a stay are forgotten', () => {
    const own = new OwnPlace();
    walk(own, [at(0), at(1_000), at(1_500), at(1_500), at(1_510), at(1_520)]);
    expect(own.add({ ...at(3_200), fixMs: 99 }, 86_400_000)).toBeUndefined();
  });
});
