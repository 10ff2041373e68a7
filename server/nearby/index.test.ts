// The nearby index returns the same results as a linear scan, after any sequence of changes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PositionAggregate } from '#shared/contract/nearby.ts';
import { distanceMetres, type Place } from '#shared/rules/distance.ts';
import { sectorKey, sectorOf, sectorsAround } from '#shared/rules/sectors.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { normalFrom, seeded } from '#server/testing/app/seeded.ts';
import type { NearbyFilter } from './filters.ts';
import { createNearbyIndex, type NearbyIndex, type NearbyMember, type NearbySearch } from './index.ts';

const characteristics = ['bear', 'hosting', 'coffee', 'art', 'puppy'];

/** Edge cases: sector borders, the antimeridian, the poles, many members at one point. */
const latE5 = fc.oneof(
  fc.integer({ min: 3_300_000, max: 3_502_000 }),
  fc.constantFrom(9_000_000, 8_999_999, 8_500_000, -9_000_000, -8_950_000, 0, 3_400_000, 3_300_000),
);
const lonE5 = fc.oneof(
  fc.integer({ min: -11_300_000, max: -11_100_000 }),
  fc.constantFrom(-18_000_000, 17_999_999, 17_990_000, -17_990_000, 0, -11_200_000, 18_000_000),
);
const place = fc.record({ latE5, lonE5 }).map((at): Place => ({ lat: at.latE5 / 1e5, lon: at.lonE5 / 1e5 }));

const measure = (min: number, max: number) => fc.option(fc.integer({ min, max }), { nil: null });
const member = fc
  .record({
    number: fc.integer({ min: 0, max: 399 }),
    place,
    age: fc.integer({ min: 18, max: 90 }),
    heightCm: measure(150, 210),
    weightKg: measure(50, 130),
    characteristics: fc.subarray(characteristics),
    hasPicture: fc.boolean(),
    isTest: fc.boolean(),
    onlineUntilMs: fc.integer({ min: 0, max: 100 }).map((seconds) => seconds * 1_000),
  })
  .map(({ number, place: at, ...rest }): NearbyMember => {
    const profileId = idOf(number);
    return { profileId, ...at, ...rest, brief: { profileId, ...at, profileName: `Märt ${number} ${'x'.repeat(number % 70)}` } };
  });

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 });
const filter: fc.Arbitrary<NearbyFilter> = fc.record({
  ageMin: maybe(fc.integer({ min: 18, max: 60 })),
  ageMax: maybe(fc.integer({ min: 40, max: 90 })),
  heightCmMin: maybe(fc.integer({ min: 0, max: 180 })),
  heightCmMax: maybe(fc.integer({ min: 170, max: 220 })),
  weightKgMin: maybe(fc.integer({ min: 0, max: 80 })),
  weightKgMax: maybe(fc.integer({ min: 70, max: 140 })),
  characteristics: maybe(fc.subarray([...characteristics, 'never heard of'], { maxLength: 2 })),
  withPicture: fc.boolean(),
  onlineUntilMinMs: maybe(fc.integer({ min: 0, max: 60 }).map((seconds) => seconds * 1_000)),
});
const search = fc.record({
  page: fc.integer({ min: 0, max: 3 }),
  size: fc.integer({ min: 1, max: 40 }),
  filter: maybe(filter),
  includeTest: fc.boolean(),
  excludedRest: maybe(fc.integer({ min: 0, max: 6 })),
  /** The excluded ids are given as two sets, of which the first has at most this many. */
  excludedApart: fc.constantFrom(0, 20, 400),
});

/** Random changes before the searches: insertions, moves, updates, removals, times online. */
const changes = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.record({ put: member }) },
    { weight: 2, arbitrary: fc.record({ remove: fc.integer({ min: 0, max: 399 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({ online: fc.integer({ min: 0, max: 399 }), onlineUntilMs: fc.constantFrom(0, 50_000, 90_000) }),
    },
  ),
  { maxLength: 500, size: 'max' },
);

type Event = { put: NearbyMember } | { remove: number } | { online: number; onlineUntilMs: number };

function tell(index: NearbyIndex, events: readonly Event[]): Map<string, NearbyMember> {
  const members = new Map<string, NearbyMember>();
  for (const event of events) {
    if ('put' in event) {
      index.put(event.put);
      members.set(event.put.profileId, event.put);
    } else if ('remove' in event) {
      index.remove(idOf(event.remove));
      members.delete(idOf(event.remove));
    } else {
      index.online(idOf(event.online), event.onlineUntilMs);
      const known = members.get(idOf(event.online));
      if (known) members.set(known.profileId, { ...known, onlineUntilMs: event.onlineUntilMs });
    }
  }
  return members;
}

function idOf(number: number): string {
  const scattered = (Math.imul(number + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
  return `${scattered}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

const isExcluded = (rest: number | undefined) => (profileId: string) =>
  rest !== undefined && Number.parseInt(profileId.slice(0, 8), 16) % 7 === rest;

function fits(candidate: NearbyMember, asked: { filter?: NearbyFilter; includeTest: boolean; excludedRest?: number }): boolean {
  const wanted = asked.filter ?? {};
  const inRange = (value: number | null, min?: number, max?: number) =>
    (min === undefined && max === undefined) || (value !== null && value >= (min ?? 0) && value <= (max ?? Infinity));
  return (
    (asked.includeTest || !candidate.isTest) &&
    !isExcluded(asked.excludedRest)(candidate.profileId) &&
    inRange(candidate.age, wanted.ageMin, wanted.ageMax) &&
    inRange(candidate.heightCm, wanted.heightCmMin, wanted.heightCmMax) &&
    inRange(candidate.weightKg, wanted.weightKgMin, wanted.weightKgMax) &&
    (wanted.characteristics ?? []).every((label) => candidate.characteristics.includes(label)) &&
    (!wanted.withPicture || candidate.hasPicture) &&
    candidate.onlineUntilMs >= (wanted.onlineUntilMinMs ?? 0)
  );
}

const countsIn = (bytes: Buffer) => JSON.parse(bytes.toString()) as PositionAggregate[];
const byId = (a: NearbyMember, b: NearbyMember) => (a.profileId < b.profileId ? -1 : 1);
const pageOf = <T>(all: T[], { page, size }: { page: number; size: number }): T[] => all.slice(page * size, (page + 1) * size);
const asked = ({
  excludedRest,
  excludedApart,
  ...rest
}: NearbySearch & { excludedRest?: number; excludedApart: number }): NearbySearch => {
  const ids = Array.from({ length: 2_000 }, (_, number) => idOf(number)).filter(isExcluded(excludedRest));
  return { ...rest, excluded: [new Set(ids.slice(0, excludedApart)), new Set(ids.slice(excludedApart))] };
};

describe('nearest', () => {
  it('returns the same members as a linear scan, in the same order', () => {
    fc.assert(
      fc.property(changes, place, search, (events, centre, query) => {
        const index = createNearbyIndex();
        const members = tell(index, events);
        const around = new Set(sectorsAround(centre.lat, centre.lon).map(sectorKey));
        const expected = [...members.values()]
          .filter((candidate) => fits(candidate, query))
          .filter((candidate) => around.has(sectorKey(sectorOf(candidate.lat, candidate.lon))))
          .map((candidate) => ({ profileId: candidate.profileId, metres: distanceMetres(centre, candidate), at: candidate }))
          .toSorted((a, b) => a.metres - b.metres || byId(a.at, b.at));
        const found = index.nearest({ ...centre, ...asked(query) }).profileIds();
        const metresOf = (profileId: string) => distanceMetres(centre, members.get(profileId) ?? centre);
        const page = pageOf(expected, query);
        expect(new Set(found).size).toBe(found.length);
        expect(found.length).toBe(page.length);
        // The distance formulas differ in the last bits: differences below a millimetre may come in either order.
        found.forEach((profileId, rank) =>
          expect(Math.abs(metresOf(profileId) - (page[rank]?.metres ?? NaN))).toBeLessThan(1e-3),
        );
        found.forEach((profileId) => expect(expected.some((entry) => entry.profileId === profileId)).toBe(true));
      }),
      { numRuns: 150 },
    );
  });

  it('counts all matches, and members that fail one condition only, like a linear scan', () => {
    fc.assert(
      fc.property(changes, place, search, fc.integer({ min: 0, max: 6 }), (events, centre, query, unwantedRest) => {
        const index = createNearbyIndex();
        const members = [...tell(index, events).values()];
        const around = new Set(sectorsAround(centre.lat, centre.lon).map(sectorKey));
        const unwanted = new Set(members.map(({ profileId }) => profileId).filter(isExcluded(unwantedRest)));
        const filters = Object.entries(query.filter ?? {}).flatMap(([name, value]) =>
          value === undefined || value === false ? [] : [{ [name]: value } as NearbyFilter],
        );
        const conditions = [...filters.slice(0, 2), unwanted, ...filters.slice(2)];
        const expected = { count: 0, missed: conditions.map(() => 0) };
        for (const candidate of members) {
          if (!around.has(sectorKey(sectorOf(candidate.lat, candidate.lon)))) continue;
          if (!fits(candidate, { ...query, filter: undefined })) continue;
          const misses = conditions.flatMap((condition, at) => {
            const isMet =
              condition instanceof Set
                ? !condition.has(candidate.profileId)
                : fits(candidate, { includeTest: true, filter: condition });
            return isMet ? [] : [at];
          });
          if (misses.length === 0) expected.count += 1;
          if (misses.length === 1) expected.missed[misses[0] ?? 0] = (expected.missed[misses[0] ?? 0] ?? 0) + 1;
        }
        const ids = Array.from({ length: 400 }, (_, number) => idOf(number)).filter(isExcluded(query.excludedRest));
        const excluded = [new Set(ids.slice(0, 30)), new Set(ids.slice(20))];
        expect(index.count({ ...centre, includeTest: query.includeTest, excluded, conditions })).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  it('sorts members at the same point by id on every page', () => {
    const index = createNearbyIndex();
    const numbers = Array.from({ length: 150 }, (_, number) => number);
    for (const number of numbers) index.put(plainMember(number, { lat: 33.45, lon: -112.07 }));
    const pages = [0, 1, 2, 3, 4, 5].flatMap((page) => index.nearest({ lat: 33, lon: -112, page, size: 30 }).profileIds());
    expect(pages).toEqual(numbers.map(idOf).toSorted());
  });

  it('returns each member once over all pages, nearer ones first', () => {
    const index = createNearbyIndex();
    const random = seeded(5);
    const normal = normalFrom(random);
    const centre = { lat: 33.45, lon: -112.07 };
    for (let number = 0; number < 5_000; number += 1) {
      index.put(plainMember(number, { lat: 33.45 + 0.1 * normal(), lon: -112.07 + 0.1 * normal() }));
    }
    const pages = Array.from({ length: 51 }, (_, page) => index.nearest({ ...centre, page, size: 100 }).profileIds());
    const all = pages.flat();
    expect(new Set(all).size).toBe(5_000);
    expect(pages[50]).toEqual([]);
    const metres = all.map((profileId) => distanceMetres(centre, index.get(profileId) ?? centre));
    metres.slice(1).forEach((next, rank) => expect(next).toBeGreaterThanOrEqual((metres[rank] ?? 0) - 1e-3));
  });

  it('is limited to the surrounding sectors', () => {
    const index = createNearbyIndex();
    index.put(plainMember(1, { lat: 36.5, lon: -112 }));
    expect(index.nearest({ lat: 33.45, lon: -112.07, page: 0, size: 30 }).count).toBe(0);
  });
});

describe('by bounds', () => {
  it('returns the same members as a linear scan, also across the antimeridian', () => {
    const box = fc.record({ from: place, to: place }).map(({ from, to }) => {
      const [latMin, latMax] = from.lat <= to.lat ? [from.lat, to.lat] : [to.lat, from.lat];
      return { latMin, latMax, lonMin: from.lon, lonMax: to.lon };
    });
    fc.assert(
      fc.property(changes, box, search, (events, bounds, query) => {
        const index = createNearbyIndex();
        const members = tell(index, events);
        const wraps = bounds.lonMin > bounds.lonMax;
        const isIn = ({ lat, lon: given }: Place): boolean => {
          const lon = given === 180 ? -180 : given;
          if (lat < bounds.latMin || lat > bounds.latMax) return false;
          return wraps ? lon >= bounds.lonMin || lon <= bounds.lonMax : lon >= bounds.lonMin && lon <= bounds.lonMax;
        };
        const expected = [...members.values()].filter((candidate) => isIn(candidate) && fits(candidate, query)).toSorted(byId);
        const found = index.byBounds({ ...bounds, ...asked(query) }).profileIds();
        expect(found).toEqual(pageOf(expected, query).map(({ profileId }) => profileId));
      }),
      { numRuns: 150 },
    );
  });
});

describe('by sector and counts', () => {
  it('returns exactly the members of a sector, and matching counts', () => {
    fc.assert(
      fc.property(changes, search, (events, query) => {
        const index = createNearbyIndex();
        // The bytes kept from an earlier answer must follow the changes.
        tell(index, events.slice(0, events.length / 2));
        for (const includeTest of [true, false]) index.aggregates({ includeTest });
        const members = [...tell(index, events).values()];
        const keyOf = (candidate: NearbyMember) => sectorKey(sectorOf(candidate.lat, candidate.lon));
        const excluded = members.map(({ profileId }) => profileId).filter(isExcluded(query.excludedRest));
        const aggregates = index.aggregates({
          includeTest: query.includeTest,
          excluded: [new Set(excluded), new Set([...excluded, idOf(9_999)])],
        });
        const counted = Object.fromEntries(
          countsIn(aggregates).map((one) => [`${one.centerLat - 0.5}:${one.centerLon - 0.5}`, one.count]),
        );
        const expected: Record<string, number> = {};
        for (const candidate of members) {
          if (fits(candidate, { ...query, filter: undefined }))
            expected[keyOf(candidate)] = (expected[keyOf(candidate)] ?? 0) + 1;
        }
        expect(counted).toEqual(expected);
        for (const sector of members.slice(0, 3).map((one) => sectorOf(one.lat, one.lon))) {
          const inside = members.filter((one) => keyOf(one) === sectorKey(sector) && fits(one, query)).toSorted(byId);
          const found = index.bySector({ sectorLat: sector.lat, sectorLon: sector.lon, ...asked(query) }).profileIds();
          expect(found).toEqual(pageOf(inside, query).map(({ profileId }) => profileId));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('a removed member leaves no trace', () => {
    const nowMs = Date.UTC(2026, 5, 1, 12, 34);
    const [shown, without] = [createNearbyIndex({ nowMs: () => nowMs }), createNearbyIndex({ nowMs: () => nowMs })];
    for (let number = 0; number < 40; number += 1) {
      for (const index of [shown, without]) index.put(plainMember(number, { lat: 33.4 + number / 1e4, lon: -112.07 }));
    }
    shown.put(plainMember(777, { lat: 33.41, lon: -112.07 }));
    shown.remove(idOf(777));
    const views = (index: NearbyIndex) => [
      index.nearest({ lat: 33.41, lon: -112.07, page: 0, size: 50 }).bytes().toString(),
      index.byBounds({ latMin: 33, latMax: 34, lonMin: -113, lonMax: -112, page: 0, size: 50 }).bytes().toString(),
      index.bySector({ sectorLat: 33, sectorLon: -113, page: 0, size: 50 }).bytes().toString(),
      index.aggregates().toString(),
    ];
    expect(views(shown)).toEqual(views(without));
    expect(shown.size).toBe(40);
    expect(shown.get(idOf(777))).toBeUndefined();
  });

  it('dates counts by the hour of the answer, whenever they changed', () => {
    let nowMs = Date.UTC(2026, 5, 1, 12, 34, 56);
    const index = createNearbyIndex({ nowMs: () => nowMs });
    index.put(plainMember(1, { lat: 33.45, lon: -112.07 }));
    const counted = { centerLat: 33.5, centerLon: -112.5, deltaLat: 1, deltaLon: 1, count: 1 };
    expect(countsIn(index.aggregates())).toEqual([{ ...counted, tsUpdated: Date.UTC(2026, 5, 1, 12) }]);
    nowMs += hourMs;
    expect(countsIn(index.aggregates())).toEqual([{ ...counted, tsUpdated: Date.UTC(2026, 5, 1, 13) }]);
  });

  it('gives a viewer the same counts whether an excluded member comes, moves and goes, or was never there', () => {
    let nowMs = Date.UTC(2026, 5, 1, 12, 34, 56);
    const [withHidden, without] = [createNearbyIndex({ nowMs: () => nowMs }), createNearbyIndex({ nowMs: () => nowMs })];
    const excluded = [new Set([idOf(777)])];
    const hidden = (lat: number, lon: number) => withHidden.put(plainMember(777, { lat, lon }));
    const expectSame = () =>
      expect(withHidden.aggregates({ excluded }).toString()).toBe(without.aggregates({ excluded }).toString());
    // The hidden member is in a row, and then in a sector, before the others come there.
    hidden(35.5, -112.07);
    hidden(33.45, -110.5);
    for (const index of [withHidden, without]) index.put(plainMember(1, { lat: 33.45, lon: -112.07 }));
    for (const index of [withHidden, without]) index.put(plainMember(2, { lat: 33.45, lon: -110.5 }));
    for (const index of [withHidden, without]) index.put(plainMember(3, { lat: 35.5, lon: -112.07 }));
    expectSame();
    for (const [lat, lon] of [
      [33.45, -112.07],
      [33.46, -112.08],
      [35.5, -112.07],
    ] as const) {
      nowMs += hourMs;
      hidden(lat, lon);
      expectSame();
    }
    nowMs += hourMs;
    withHidden.remove(idOf(777));
    expectSame();
  });
});

describe('the bytes of a result', () => {
  const world = { latMin: -90, latMax: 90, lonMin: -180, lonMax: 180 };

  it('are a JSON array of the latest briefs', () => {
    fc.assert(
      fc.property(changes, (events) => {
        const index = createNearbyIndex();
        const members = tell(index, events);
        const found = index.byBounds({ ...world, page: 0, size: 500, includeTest: true });
        const briefs: unknown = JSON.parse(found.bytes().toString());
        expect(briefs).toEqual(found.profileIds().map((profileId) => members.get(profileId)?.brief));
        expect(found.count).toBe(members.size);
        expect(index.size).toBe(members.size);
      }),
      { numRuns: 100 },
    );
  });

  it('cannot be read after the index has changed, since slots are reused', () => {
    const index = createNearbyIndex();
    index.put(plainMember(1, { lat: 33.45, lon: -112.07 }));
    const found = index.nearest({ lat: 33.45, lon: -112.07, page: 0, size: 30 });
    index.remove(idOf(1));
    index.put(plainMember(2, { lat: 33.45, lon: -112.07 }));
    expect(() => found.bytes()).toThrow('has changed');
    expect(() => found.profileIds()).toThrow('has changed');
  });
});

describe('a member with values out of range', () => {
  it('is refused and leaves no trace', () => {
    const index = createNearbyIndex();
    const refused: NearbyMember[] = [
      plainMember(1, { lat: Number.NaN, lon: 0 }),
      plainMember(1, { lat: 91, lon: 0 }),
      { ...plainMember(1, { lat: 1, lon: 1 }), profileId: 'an id with spaces' },
      { ...plainMember(1, { lat: 1, lon: 1 }), brief: { profileName: 'x'.repeat(70_000) } },
      { ...plainMember(1, { lat: 1, lon: 1 }), characteristics: Array.from({ length: 65 }, (_, label) => `label ${label}`) },
    ];
    for (const member of refused) expect(() => index.put(member)).toThrow(RangeError);
    expect(index.size).toBe(0);
    expect(countsIn(index.aggregates())).toEqual([]);
  });
});

function plainMember(number: number, at: Place): NearbyMember {
  const measures = {
    age: 30,
    heightCm: null,
    weightKg: null,
    characteristics: [],
    hasPicture: false,
    isTest: false,
    onlineUntilMs: 0,
  };
  return { profileId: idOf(number), ...at, ...measures, brief: { profileId: idOf(number) } };
}
