// The two schemas of street tiles give the same features.
import { expect, it, test } from 'vitest';
import { featureReaders, type Shape, type StreetFeature } from './street-features.ts';

type TileFeature = [layer: string, properties: Record<string, unknown>, shape: Shape];

const read = (schema: 'openmaptiles' | 'protomaps', [layer, properties, shape]: TileFeature): StreetFeature | null =>
  featureReaders[schema](layer, (name) => properties[name], shape);

it.each<[string, StreetFeature, TileFeature, TileFeature]>([
  ['water', { type: 'water' }, ['water', { class: 'lake' }, 'Polygon'], ['water', { kind: 'lake' }, 'Polygon']],
  ['a brook', { type: 'stream' }, ['waterway', { class: 'stream' }, 'LineString'], ['water', { kind: 'stream' }, 'LineString']],
  ['a wood', { type: 'green' }, ['landcover', { class: 'wood' }, 'Polygon'], ['landuse', { kind: 'wood' }, 'Polygon']],
  ['a park', { type: 'green' }, ['park', { class: 'public_park' }, 'Polygon'], ['landuse', { kind: 'park' }, 'Polygon']],
  [
    'a residential area',
    { type: 'town' },
    ['landuse', { class: 'residential' }, 'Polygon'],
    ['landuse', { kind: 'residential' }, 'Polygon'],
  ],
  ['a house', { type: 'building' }, ['building', {}, 'Polygon'], ['buildings', { kind: 'building' }, 'Polygon']],
  ['a railway', { type: 'rail' }, ['transportation', { class: 'rail' }, 'LineString'], ['roads', { kind: 'rail' }, 'LineString']],
  [
    'a border',
    { type: 'border' },
    ['boundary', { admin_level: 2 }, 'LineString'],
    ['boundaries', { kind: 'country' }, 'LineString'],
  ],
  [
    'a state line',
    { type: 'state line' },
    ['boundary', { admin_level: 4 }, 'LineString'],
    ['boundaries', { kind: 'region' }, 'LineString'],
  ],
  ...(
    [
      ['motorway', 'motorway', { kind: 'highway' }],
      ['main', 'primary', { kind: 'major_road', kind_detail: 'primary' }],
      ['middle', 'tertiary', { kind: 'major_road', kind_detail: 'tertiary' }],
      ['small', 'minor', { kind: 'minor_road' }],
      ['path', 'path', { kind: 'path' }],
    ] as const
  ).map(([road, ofOne, ofOther]): [string, StreetFeature, TileFeature, TileFeature] => [
    `a road (${road})`,
    { type: 'road', road, name: '' },
    ['transportation', { class: ofOne }, 'LineString'],
    ['roads', ofOther, 'LineString'],
  ]),
  [
    'a city',
    { type: 'place', place: 'city', name: 'Sydney', rank: 4 },
    ['place', { class: 'city', name: 'Sydney', rank: 4 }, 'Point'],
    ['places', { kind: 'locality', kind_detail: 'city', name: 'Sydney', population_rank: 16 }, 'Point'],
  ],
])('%s', (_, expected, openMapTiles, protomaps) => {
  expect(read('openmaptiles', openMapTiles)).toEqual(expected);
  expect(read('protomaps', protomaps)).toEqual(expected);
});

test('a name is in Latin letters if the tile has them', () => {
  const tokyo = { class: 'city', name: '東京', 'name:latin': 'Tokyo', rank: 1 };
  expect(read('openmaptiles', ['place', tokyo, 'Point'])).toMatchObject({ name: 'Tokyo' });
});

test('shops, house numbers, borders at sea, ferries and places without a name are not drawn', () => {
  expect(read('openmaptiles', ['poi', { class: 'shop', name: 'A shop' }, 'Point'])).toBeNull();
  expect(read('openmaptiles', ['housenumber', { housenumber: 12 }, 'Point'])).toBeNull();
  expect(read('openmaptiles', ['boundary', { admin_level: 2, maritime: 1 }, 'LineString'])).toBeNull();
  expect(read('openmaptiles', ['transportation', { class: 'ferry' }, 'LineString'])).toBeNull();
  expect(read('openmaptiles', ['place', { class: 'town' }, 'Point'])).toBeNull();
  expect(read('protomaps', ['pois', { kind: 'cafe', name: 'A café' }, 'Point'])).toBeNull();
  expect(read('protomaps', ['roads', { kind: 'ferry' }, 'LineString'])).toBeNull();
});
