// Shapes of the map data, packed and unpacked.
import { expect, it } from 'vitest';
import { packShapes, unpackShapes } from './packed-shapes.ts';

it('come back with names, ranks, holes and negative coordinates', () => {
  const shapes = [
    {
      name: 'Lac Léman 湖',
      rank: 4,
      lines: [
        [
          [6.1503, 46.2],
          [-179.9999, -89.9999],
          [180, 0],
        ],
        [
          [0, 0],
          [0.0001, -0.0001],
          [1, 1],
        ],
      ],
    },
    { name: '', rank: 0, lines: [[[-0.5, 12.3456]]] },
  ];
  const unpacked = unpackShapes(packShapes(shapes));
  expect(unpacked.map(({ name, rank, lines }) => ({ name, rank, lines: lines() }))).toEqual(shapes);
  expect(unpacked[0]).toMatchObject({ west: -179.9999, south: -89.9999, east: 180, north: 46.2 });
});

it('are rounded to a ten thousandth of a degree, without summing up', () => {
  const line = Array.from({ length: 1_000 }, (_, step) => [step * 0.000_14, 0]);
  const [last = 0] =
    unpackShapes(packShapes([{ name: '', rank: 1, lines: [line] }]))[0]
      ?.lines()[0]
      ?.at(-1) ?? [];
  expect(last).toBeCloseTo(999 * 0.000_14, 4);
});
