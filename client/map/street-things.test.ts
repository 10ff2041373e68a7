// What the two schemas of street maps call the same thing is the same thing here.
import { expect, it, test } from 'vitest';
import { thingReaders, type Shape, type Thing } from './street-things.ts';

type Told = [layer: string, properties: Record<string, unknown>, shape: Shape];

const read = (schema: 'openmaptiles' | 'protomaps', [layer, properties, shape]: Told): Thing | null =>
  thingReaders[schema](layer, (name) => properties[name], shape);

it.each<[string, Thing, Told, Told]>([
  ['water', { is: 'water' }, ['water', { class: 'lake' }, 'Polygon'], ['water', { kind: 'lake' }, 'Polygon']],
  ['a brook', { is: 'stream' }, ['waterway', { class: 'stream' }, 'LineString'], ['water', { kind: 'stream' }, 'LineString']],
  ['a wood', { is: 'green' }, ['landcover', { class: 'wood' }, 'Polygon'], ['landuse', { kind: 'wood' }, 'Polygon']],
  ['a park', { is: 'green' }, ['park', { class: 'public_park' }, 'Polygon'], ['landuse', { kind: 'park' }, 'Polygon']],
  [
    'where people live',
    { is: 'town' },
    ['landuse', { class: 'residential' }, 'Polygon'],
    ['landuse', { kind: 'residential' }, 'Polygon'],
  ],
  ['a house', { is: 'building' }, ['building', {}, 'Polygon'], ['buildings', { kind: 'building' }, 'Polygon']],
  ['a railway', { is: 'rail' }, ['transportation', { class: 'rail' }, 'LineString'], ['roads', { kind: 'rail' }, 'LineString']],
  [
    'a border',
    { is: 'border' },
    ['boundary', { admin_level: 2 }, 'LineString'],
    ['boundaries', { kind: 'country' }, 'LineString'],
  ],
  [
    'a state line',
    { is: 'state line' },
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
  ).map(([road, ofOne, ofOther]): [string, Thing, Told, Told] => [
    `a road (${road})`,
    { is: 'road', road, name: '' },
    ['transportation', { class: ofOne }, 'LineString'],
    ['roads', ofOther, 'LineString'],
  ]),
  [
    'a city',
    { is: 'place', place: 'city', name: 'Sydney', rank: 4 },
    ['place', { class: 'city', name: 'Sydney', rank: 4 }, 'Point'],
    ['places', { kind: 'locality', kind_detail: 'city', name: 'Sydney', population_rank: 16 }, 'Point'],
  ],
])('%s', (_, thing, openMapTiles, protomaps) => {
  expect(read('openmaptiles', openMapTiles)).toEqual(thing);
  expect(read('protomaps', protomaps)).toEqual(thing);
});

test('a name is shown in letters of the application where the map has them', () => {
  const tokyo = { class: 'city', name: '東京', 'name:latin': 'Tokyo', rank: 1 };
  expect(read('openmaptiles', ['place', tokyo, 'Point'])).toMatchObject({ name: 'Tokyo' });
});

test('what nobody asked for is not drawn: shops, house numbers, borders at sea, ferries, places without a name', () => {
  expect(read('openmaptiles', ['poi', { class: 'shop', name: 'A shop' }, 'Point'])).toBeNull();
  expect(read('openmaptiles', ['housenumber', { housenumber: 12 }, 'Point'])).toBeNull();
  expect(read('openmaptiles', ['boundary', { admin_level: 2, maritime: 1 }, 'LineString'])).toBeNull();
  expect(read('openmaptiles', ['transportation', { class: 'ferry' }, 'LineString'])).toBeNull();
  expect(read('openmaptiles', ['place', { class: 'town' }, 'Point'])).toBeNull();
  expect(read('protomaps', ['pois', { kind: 'cafe', name: 'A café' }, 'Point'])).toBeNull();
  expect(read('protomaps', ['roads', { kind: 'ferry' }, 'LineString'])).toBeNull();
});
