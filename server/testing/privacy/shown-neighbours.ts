// Measures the cost of published points: how many of the really nearest members are on the first page, and the error of markers.
import { nearby } from '#shared/contract/nearby.ts';
import { positions } from '#shared/contract/positions.ts';
import { distanceMetres, type Place } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { town } from './attacked-population.ts';
import { seeded, seededIds } from '#server/testing/app/seeded.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';
import { errorsOf, somewhere } from './trilateration.ts';

const squareMetres = 10_000;
const viewpoints = 60;

/** `count` members in a square of ten kilometres, seen from places in it. */
export async function measureNeighbours(count: number): Promise<{ overlap: number; markerMedian: number }> {
  const random = seeded(600);
  const app = await openTestApp({ parts: () => ({ ids: seededIds(600) }) });
  try {
    const truths = new Map<string, Place>();
    for (let number = 0; number < count; number += 1) {
      const [member, truth] = [await app.member(), somewhere(random, town, squareMetres)];
      const { profileId } = member;
      truths.set(profileId, truth);
      const point = { overrideLat: truth.lat, overrideLon: truth.lon, tsEffectiveUntil: app.clock.now() + hourMs };
      const body = { profileId, use: 'OVERRIDE', hide: false, ...point } as const;
      await member.call(positions.putPosition, { params: { profileId }, body });
    }
    const viewer = await app.member();
    const size = limits.tilesPage;
    const markers = new Map<string, Place>();
    let shared = 0;
    for (let view = 0; view < viewpoints; view += 1) {
      const from = somewhere(random, town, squareMetres);
      const asked = { page: 0, size, includeTestData: false, withPicture: false, onlineNow: false, ...from };
      const page = await viewer.call(nearby.getNearest, { query: asked });
      const away = (profileId: string) => distanceMetres(from, truths.get(profileId) ?? town);
      const nearest = new Set([...truths.keys()].toSorted((a, b) => away(a) - away(b)).slice(0, size));
      for (const { profileId, lat, lon } of page) {
        markers.set(profileId, { lat, lon });
        if (nearest.has(profileId)) shared += 1;
      }
    }
    const off = [...markers].map(([profileId, guess]) => ({ truth: truths.get(profileId) ?? town, guess }));
    return { overlap: shared / (viewpoints * size), markerMedian: errorsOf(off).median };
  } finally {
    await app.close();
  }
}
