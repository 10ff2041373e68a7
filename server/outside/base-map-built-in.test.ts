// The contents of built-in base map tiles, and invalid requests.
import { gunzipSync } from 'node:zlib';
import MVT from 'ol/format/MVT.js';
import type RenderFeature from 'ol/render/Feature.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBuiltInMap } from './base-map-built-in.ts';
import type { BaseMap } from './map-tile.ts';

let map: BaseMap;
beforeAll(() => {
  map = openBuiltInMap();
});
afterAll(() => map.close());

const phoenix = { lat: 33.4484, lon: -112.074 };
const berlin = { lat: 52.52, lon: 13.405 };
const sydney = { lat: -33.8688, lon: 151.2093 };

describe('a tile of the base map', () => {
  it('names Phoenix, and Berlin and Sydney with their quarters, at zoom 11', async () => {
    expect(await placesIn(11, phoenix)).toContain('Phoenix');
    expect(await placesIn(11, berlin)).toEqual(expect.arrayContaining(['Berlin', 'Kreuzberg', 'Prenzlauer Berg']));
    expect(await placesIn(11, sydney)).toEqual(expect.arrayContaining(['Sydney', 'Mosman', 'Millers Point']));
  });

  it('shows land under Phoenix at the zoom the map opens with, and the coast of Sydney', async () => {
    expect(await layersOf(13, phoenix)).toContain('land');
    expect(await layersOf(11, sydney)).toContain('land');
  });

  it('closes the coasts that cross the date line: the Norwegian Sea has no band of land through it', async () => {
    expect(await featuresOf(7, { lat: 69.5, lon: 3 })).toEqual([]);
    expect((await featuresOf(3, { lat: 66, lon: 178 })).map((feature) => feature.layer)).toContain('land');
  });

  it('shows lakes as water with islands and names, and the towns around them on land', async () => {
    const onLakes = [
      { lat: 43.4, lon: -87 },
      { lat: 44.6, lon: -82.4 },
      { lat: 48, lon: -86.6 },
      { lat: 43.6, lon: -78 },
      { lat: 46.45, lon: 6.55 },
      { lat: -1, lon: 33 },
    ];
    for (const middle of onLakes) expect(await isIn('water', middle)).toBe(true);
    const manitoulin = { lat: 45.75, lon: -82.3 };
    const chicago = { lat: 41.88, lon: -87.66 };
    const geneva = { lat: 46.19, lon: 6.13 };
    for (const onLand of [manitoulin, chicago, geneva]) expect(await isIn('water', onLand)).toBe(false);
    const names = (await featuresOf(5, { lat: 43.4, lon: -87 })).map((feature) => feature.name);
    expect(names).toEqual(expect.arrayContaining(['Lake Michigan', 'Lake Huron', 'Lake Superior']));
  });

  it('shows large rivers at low zooms, small ones and built-up areas only at higher zooms, and ice', async () => {
    const cologne = { lat: 50.94, lon: 6.96 };
    const ranksAt = async (z: number) =>
      (await featuresOf(z, cologne)).flatMap(({ layer, rank }) => (layer === 'river' ? [rank] : []));
    expect(Math.max(...(await ranksAt(3)))).toBe(4);
    expect(Math.max(...(await ranksAt(6)))).toBe(7);
    expect(await isIn('urban', berlin)).toBe(true);
    expect(await isIn('urban', { lat: 53.2, lon: 13.2 })).toBe(false);
    expect(await layersOf(3, berlin)).not.toContain('urban');
    expect(await isIn('ice', { lat: 72, lon: -40 })).toBe(true);
    expect(await isIn('ice', berlin)).toBe(false);
  });

  it('of half the world contains land, water, ice, borders, countries and only the largest places', async () => {
    const features = await featuresOf(2, berlin);
    const layers = new Set(features.map((feature) => feature.layer));
    expect(layers).toEqual(new Set(['land', 'ice', 'water', 'river', 'border', 'area', 'place']));
    const places = features.filter((feature) => feature.layer === 'place');
    expect(places.length).toBeGreaterThan(0);
    expect(places.every((place) => Number(place.population) > 2_000_000)).toBe(true);
  });

  it('contains quarters that clients may show one zoom earlier where there is room, and stays small', async () => {
    const quarters = (await featuresOf(10, berlin)).filter(({ layer, rank }) => layer === 'place' && rank === 12);
    expect(quarters.map(({ name }) => name)).toContain('Friedrichsfelde');
    const partOf = new Map((await featuresOf(11, berlin)).map(({ name, part }) => [name, part]));
    expect(['Kreuzberg', 'Berlin'].map((name) => partOf.get(name))).toEqual([true, undefined]);
    const tiles = await Promise.all(
      [berlin, sydney, { lat: 40.73, lon: -74 }, { lat: 51.5, lon: -0.1 }].flatMap((city) =>
        [9, 10, 11].map((z) => ({ z, ...tileOf(z, city) })).map(({ z, x, y }) => map.tile(z, x, y)),
      ),
    );
    expect(Math.max(...tiles.map((tile) => tile?.bytes.length ?? 0))).toBeLessThan(6_000);
  });

  it('contains each name once among all tiles, also near an edge', async () => {
    const { x, y } = tileOf(11, berlin);
    const around = await Promise.all([-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => featuresAt(11, x + dx, y + dy))));
    const kreuzbergs = around.flat().filter((feature) => feature.name === 'Kreuzberg');
    expect(kreuzbergs).toHaveLength(1);
  });

  it('has signs to towns on bare ground, on land only, and none between the names of a city', async () => {
    const signsIn = async (where: { lat: number; lon: number }) =>
      (await featuresOf(11, where)).filter(({ layer }) => layer === 'sign');
    const desert = await signsIn({ lat: 33.75, lon: -113.35 });
    expect(new Set(desert.map(({ name }) => name))).toContain('← Salome');
    expect((await signsIn(berlin)).filter(({ rank }) => rank < 14)).toEqual([]);
    expect(new Set((await signsIn(berlin)).map(({ rank }) => rank))).toContain(15);
    const coast = await signsIn({ lat: 35.6, lon: -121.15 });
    expect(coast.length).toBeGreaterThan(0);
    expect(coast.length).toBeLessThan(0.8 * desert.length);
  });

  it('is empty on the open sea', async () => {
    expect(await map.tile(9, 20, 300)).toBeNull();
  });

  it('is empty where there is no such tile', async () => {
    const odd = [
      [-1, 0, 0],
      [2, 4, 0],
      [2, 0, -1],
      [15, 0, 0],
      [1.5, 0, 0],
      [2, Number.NaN, 0],
      [40, 5, 5],
    ] as const;
    for (const [z, x, y] of odd) expect(await map.tile(z, x, y)).toBeNull();
  });

  it('is identical for concurrent requests', async () => {
    const [one, other] = await Promise.all([map.tile(6, 34, 20), map.tile(6, 34, 20)]);
    expect(one?.bytes.equals(other?.bytes ?? Buffer.alloc(0))).toBe(true);
  });

  it('is available with an almost empty cache', async () => {
    const small = openBuiltInMap({ cacheBytes: 1 });
    const first = await small.tile(6, 34, 20);
    const again = await small.tile(6, 34, 20);
    await small.close();
    expect(first?.bytes.equals(again?.bytes ?? Buffer.alloc(0))).toBe(true);
  });
});

describe('while tiles are cut', () => {
  it('the event loop is not blocked', async () => {
    const fresh = openBuiltInMap();
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 5);
    await fresh.tile(5, 17, 10);
    clearInterval(timer);
    await fresh.close();
    // Reading and indexing the data takes most of a second, which would block this thread.
    expect(turns).toBeGreaterThan(10);
  });
});

it('has read its data before the first request, once it is prepared', async () => {
  const fresh = openBuiltInMap();
  await fresh.prepare?.();
  const atOnce = await Promise.race([fresh.tile(0, 0, 0), new Promise((resolve) => setImmediate(resolve, 'late'))]);
  await fresh.close();
  expect(atOnce).toMatchObject({ contentEncoding: 'gzip' });
});

it('names the sources of its data', () => {
  expect(map.source.attribution).toMatch(/Natural Earth.*GeoNames \(CC BY 4\.0\)/);
});

/** Whether the centre of the deep tile at a point is in an area of a layer. */
async function isIn(layer: string, where: { lat: number; lon: number }): Promise<boolean> {
  const { x, y } = tileOf(13, where);
  const tile = await map.tile(13, x, y);
  if (!tile) return false;
  const features = new MVT({ layerName: 'layer' }).readFeatures(new Uint8Array(gunzipSync(tile.bytes)).buffer);
  const rings = features.filter((feature) => feature.get('layer') === layer).flatMap(ringsOf);
  // Even-odd rule over all rings.
  return rings.filter((ring) => ringContains(ring, [2_048, 2_048])).length % 2 === 1;
}

function ringContains(ring: number[][], [x = 0, y = 0]: number[]): boolean {
  let isWithin = false;
  ring.forEach(([x2 = 0, y2 = 0], index) => {
    const [x1 = 0, y1 = 0] = ring.at(index - 1) ?? [];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isWithin = !isWithin;
  });
  return isWithin;
}

function ringsOf(feature: RenderFeature): number[][][] {
  const flat = feature.getFlatCoordinates();
  return [...(feature.getEnds() ?? [])].map((end, index, ends) => {
    const numbers = flat.slice(ends[index - 1] ?? 0, end);
    return Array.from({ length: numbers.length / 2 }, (_, at) => numbers.slice(2 * at, 2 * at + 2));
  });
}

type Decoded = {
  layer: string;
  name: string | undefined;
  population: number | undefined;
  rank: number;
  part: boolean | undefined;
};

async function featuresAt(z: number, x: number, y: number): Promise<Decoded[]> {
  const tile = await map.tile(z, x, y);
  if (!tile) return [];
  return new MVT({ layerName: 'layer' }).readFeatures(new Uint8Array(gunzipSync(tile.bytes)).buffer).map((feature) => ({
    layer: feature.get('layer'),
    name: feature.get('name'),
    population: feature.get('population'),
    rank: feature.get('rank'),
    part: feature.get('part'),
  }));
}

function featuresOf(z: number, where: { lat: number; lon: number }): Promise<Decoded[]> {
  const { x, y } = tileOf(z, where);
  return featuresAt(z, x, y);
}

async function layersOf(z: number, where: { lat: number; lon: number }): Promise<string[]> {
  return [...new Set((await featuresOf(z, where)).map((feature) => feature.layer))];
}

async function placesIn(z: number, where: { lat: number; lon: number }): Promise<(string | undefined)[]> {
  return (await featuresOf(z, where)).filter((feature) => feature.layer === 'place').map((feature) => feature.name);
}

function tileOf(z: number, { lat, lon }: { lat: number; lon: number }): { x: number; y: number } {
  const across = 2 ** z;
  const mercatorY = Math.asinh(Math.tan((lat * Math.PI) / 180));
  return { x: Math.floor((lon / 360 + 0.5) * across), y: Math.floor((0.5 - mercatorY / (2 * Math.PI)) * across) };
}
