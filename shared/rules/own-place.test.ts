// Places where a member stays: decided by three fixes, the same at each return, and none on the way.
import { describe, expect, test } from 'vitest';
import type { Place } from './distance.ts';
import { OwnPlace, settledMs } from './own-place.ts';
import { dayMs, minuteMs } from './durations.ts';

const home = { lat: 33.45, lon: -112.07 };
const at = (north: number, east = 0): Place => ({ lat: home.lat + north / 111_195, lon: home.lon + east / 92_780 });

/** Adds fixes a minute apart. Returns the point that each fix decided. */
function walk(own: OwnPlace, places: readonly Place[], startMs = 0) {
  return places.map((place, step) => own.add({ ...place, fixMs: startMs + step }, startMs + step * minuteMs));
}

describe('arriving', () => {
  test('the third fix within 100 m decides the median of the three', () => {
    const own = new OwnPlace();
    const [first, second, third] = walk(own, [at(0), at(40, 30), at(20, 10)]);
    expect([first, second]).toEqual([undefined, undefined]);
    expect(third?.lat).toBeCloseTo(at(20).lat, 9);
    expect(third?.lon).toBeCloseTo(at(0, 10).lon, 9);
    expect(own.rest).toBe(own.places[0]);
    const other = new OwnPlace();
    walk(other, [at(20, 10), at(40, 30), at(0)]);
    expect(other.rest?.lon).toBeCloseTo(at(0, 10).lon, 9);
  });

  test('one fix that is sent three times decides nothing', () => {
    const own = new OwnPlace();
    expect([1, 2, 3].map((nowMs) => own.add({ ...home, fixMs: 5 }, nowMs))).toEqual([undefined, undefined, undefined]);
  });

  test.each([
    ['north', at(10), at(20)],
    ['east', at(0, 10), at(0, 20)],
  ])('fixes of the same time further %s are different fixes', (_, second, third) => {
    const own = new OwnPlace();
    for (const place of [home, second, third]) own.add({ ...place, fixMs: 5 }, 5);
    expect(own.rest).toBeDefined();
  });

  test.each([
    ['each 150 m from the next', [at(0), at(150), at(300)]],
    ['the first 180 m from the last', [at(0), at(90), at(180)]],
  ])('three fixes further apart, %s, decide nothing', (_, places) => {
    expect(walk(new OwnPlace(), places)).toEqual([undefined, undefined, undefined]);
  });

  test('older fixes than the last 63, and fixes before or at a place that the member has just left, do not count', () => {
    const onTheWay = Array.from({ length: 62 }, (_, step) => at(2_000 + step * 150));
    const [long, short] = [new OwnPlace(), new OwnPlace()];
    walk(long, [at(1_000), at(1_010), ...onTheWay, at(1_005)]);
    walk(short, [at(1_000), at(1_010), ...onTheWay.slice(2), at(1_005)]);
    expect([long.rest, short.rest === undefined]).toEqual([undefined, false]);
    const returning = new OwnPlace([{ ...home, sinceMs: -settledMs }]);
    walk(returning, [at(1_000), at(1_010), at(0), at(1_005)]);
    expect(returning.rest).toBeUndefined();
    const leaving = new OwnPlace();
    walk(leaving, [at(80), at(81), at(175), at(240), at(241)]);
    expect(leaving.rest).toBeUndefined();
  });

  test('a place at the same latitude or longitude as a remembered one is a different place', () => {
    for (const other of [at(0, 5_000), at(5_000)]) {
      const own = new OwnPlace([{ ...other, sinceMs: 0 }]);
      walk(own, [home, home, home], settledMs);
      expect(own.rest).toEqual({ ...home, sinceMs: settledMs + 120_000 });
    }
  });

  test('at the antimeridian the place is not on the other side of the earth', () => {
    const own = new OwnPlace();
    const [, , place] = walk(own, [
      { lat: 0, lon: 179.9999 },
      { lat: 0, lon: -179.9999 },
      { lat: 0, lon: 179.9998 },
    ]);
    expect(Math.abs(Math.abs(place?.lon ?? 0) - 180)).toBeLessThan(0.001);
    const [, , eastern] = walk(new OwnPlace(), [
      { lat: 0, lon: 179.9999 },
      { lat: 0, lon: -179.9998 },
      { lat: 0, lon: -179.9999 },
    ]);
    expect(((eastern?.lon ?? 0) + 360) % 360).toBeCloseTo(180.0001, 9);
  });
});

describe('a remembered place', () => {
  const known = { ...home, sinceMs: -settledMs };

  test('is decided by the first fix there, even immediately after a new place was decided', () => {
    const own = new OwnPlace([known]);
    const [, , young, back, later] = walk(own, [at(1_000), at(1_010), at(1_005), at(0), at(10)], settledMs);
    expect(young?.lat).toBeCloseTo(at(1_005).lat, 9);
    expect([back, later]).toMatchObject([home, home]);
  });

  test('is decided by one fix up to 300 m away, and stays exactly where it was', () => {
    expect(walk(new OwnPlace([known]), [at(290)])).toEqual([known]);
    expect(walk(new OwnPlace([known]), [at(310)])).toEqual([undefined]);
  });

  test('is not moved by a hundred later visits with other errors', () => {
    const own = new OwnPlace([known]);
    for (let visit = 1; visit <= 100; visit += 1) {
      walk(own, [at(5_000), at(80, 60), at(90, 50), at(70, 70)], visit * dayMs);
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

  test('is corrected exactly when it is settled, from the last 63 fixes, and never again', () => {
    const own = new OwnPlace();
    walk(own, [at(0), at(0, 1), at(0)], dayMs);
    const sinceMs = dayMs + 120_000;
    const stay = (places: readonly Place[], startMs: number) =>
      places.forEach((place, step) => own.add({ ...place, fixMs: startMs + step }, startMs + step * 1_000));
    stay([...Array.from({ length: 70 }, () => at(0)), ...Array.from({ length: 62 }, () => at(100))], sinceMs + 1_000);
    own.add({ ...at(100), fixMs: 1 }, sinceMs + settledMs - 1);
    expect(own.rest?.lat).toBeCloseTo(at(0).lat, 5);
    own.add({ ...at(100), fixMs: 2 }, sinceMs + settledMs);
    const corrected = own.rest;
    expect(corrected?.lat).toBeCloseTo(at(100).lat, 5);
    stay(
      Array.from({ length: 2_000 }, () => at(190)),
      sinceMs + settledMs + 1_000,
    );
    expect([own.rest, own.places]).toEqual([corrected, [corrected]]);
  });

  test('is not corrected by less than 75 m: the median of as many fixes here as there is in the middle', () => {
    const own = new OwnPlace();
    walk(own, [at(0), at(0, 1), at(0), ...Array.from({ length: 3 }, (_, step) => at(149, step))]);
    own.add({ ...at(0), fixMs: 98 }, 200_000);
    own.add({ ...at(149), fixMs: 99 }, settledMs + 120_000);
    expect(own.rest?.lat).toBeCloseTo(at(0).lat, 9);
  });

  test('that the member left before it was settled is not corrected', () => {
    const own = new OwnPlace();
    walk(own, [at(0), at(0, 1), at(0), at(1_000), ...Array.from({ length: 12 }, () => at(100))]);
    expect(own.rest?.lat).toBeCloseTo(at(0).lat, 5);
  });

  test('is forgotten if the member left it before it was settled, and kept if they left it later', () => {
    const placesAfter = (stayMs: number) => {
      const own = new OwnPlace();
      walk(own, [at(0), at(0), at(0)]);
      walk(own, [at(5_000), at(5_000), at(5_000)], stayMs);
      return own.places.map(({ lat }) => Math.round((lat - home.lat) * 111_195));
    };
    expect(placesAfter(settledMs - 1)).toEqual([5_000]);
    expect(placesAfter(settledMs)).toEqual([5_000, 0]);
  });

  test('is chosen if it is the nearest of several, and the list stays the same while the member rests there', () => {
    const [first, second] = [known, { ...at(400), sinceMs: -settledMs }];
    for (const places of [
      [first, second],
      [second, first],
    ]) {
      expect(walk(new OwnPlace(places), [at(250), at(150)])).toEqual([second, first]);
      const own = new OwnPlace(places);
      walk(own, [at(250)]);
      const { places: before } = own;
      walk(own, [at(260), at(255)], 1_000_000);
      expect(own.places).toBe(before);
    }
  });

  test('is one of at most sixteen; the one not visited for longest is forgotten', () => {
    const own = new OwnPlace();
    for (let place = 0; place < 18; place += 1) {
      const there = at(place * 1_000);
      walk(own, [there, there, there], place * dayMs);
    }
    expect(own.places).toHaveLength(16);
    expect(own.places[0]?.lat).toBeCloseTo(at(17_000).lat, 9);
    expect(own.places.at(-1)?.lat).toBeCloseTo(at(2_000).lat, 9);
  });

  test('that another device decided is remembered, unless one is already remembered near it', () => {
    const own = new OwnPlace([known]);
    own.learn(at(100));
    expect(own.places).toEqual([known]);
    own.learn(at(400));
    expect(own.places).toEqual([known, { ...at(400), sinceMs: 0 }]);
    own.learn(at(500));
    expect(own.places).toHaveLength(2);
    for (let place = 1; place <= 16; place += 1) own.learn(at(place * 1_000));
    expect(own.places).toEqual(Array.from({ length: 16 }, (_, place) => ({ ...at((place + 1) * 1_000), sinceMs: 0 })));
  });
});

describe('on the way', () => {
  test('a point 2 km behind the member is decided, never a nearer one', () => {
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
    expect(own.add({ ...at(3_200), fixMs: 99 }, dayMs)).toBeUndefined();
    const arriving = new OwnPlace();
    walk(arriving, [at(0), at(1_000), at(1_500), at(1_500), at(1_510)]);
    expect(arriving.rest).toBeDefined();
    expect(arriving.add({ ...at(3_200), fixMs: 99 }, dayMs)).toBeUndefined();
    const returning = new OwnPlace([{ ...home, sinceMs: -settledMs }]);
    expect(walk(returning, [at(5_000), at(0), at(2_500)])).toEqual([undefined, { ...home, sinceMs: -settledMs }, undefined]);
  });

  test('only the last sixteen points are remembered', () => {
    const own = new OwnPlace();
    const around = Array.from({ length: 17 }, (_, step) => (step * Math.PI) / 9).map((angle) =>
      at(3_000 + 900 * Math.cos(angle), 900 * Math.sin(angle)),
    );
    const decided = walk(own, [at(0), ...around]);
    expect([decided[1]?.lat, decided.at(-1)]).toEqual([home.lat, undefined]);
  });
});
