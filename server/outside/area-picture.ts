// Draws the map of an area as a picture (SVG) with a mark in its middle, for screens without the map itself.
import type { EncodableFeature } from 'vt-pbf';
import type { MapColours } from '#shared/rules/map-colours.ts';
import type { Place } from '#shared/rules/distance.ts';
import { mercatorOf } from './base-map-data.ts';
import { extent, type TileLayers } from './base-map-tiles.ts';

export type Area = {
  readonly middle: Place;
  /** The picture's size in CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly colours: Pick<
    MapColours,
    'water' | 'land' | 'town' | 'ice' | 'river' | 'stateLine' | 'border' | 'placeText' | 'halo' | 'accent' | 'ring'
  >;
};

/** A phone in Europe shows about 85 km from side to side, with the names of the towns around. */
const zoom = 9;
const tilePx = 256;
const markRadius = 9;
/** The app shows the member's face over the mark. Names keep clear of it. */
const faceRadius = 24;
/** The space for what the app writes on the lower left of the picture. No names are drawn there. */
const caption = { width: 200, height: 44 };
const maxNames = 14;

export function drawArea(layersOf: TileLayers, { middle, width, height, colours }: Area): string {
  const { x, y } = mercatorOf(middle.lat, middle.lon);
  const tiles = 2 ** zoom;
  const [left, top] = [x * tiles * tilePx - width / 2, y * tiles * tilePx - height / 2];
  const shown = tilesBetween(left, top, width, height).flatMap(([column, row]) => {
    // Beyond the antimeridian the world begins again.
    const layers = layersOf(zoom, ((column % tiles) + tiles) % tiles, row);
    return [{ layers, right: column * tilePx - left, down: row * tilePx - top }];
  });

  /** A path for each tile, since a common one would leave the overlap of two tiles empty (evenodd). */
  const paths = (name: string, look: string): string =>
    shown
      .map(({ layers, right, down }) => {
        const lines = (layers[name] ?? []).flatMap(({ geometry, type }) =>
          type === 1 ? [] : geometry.map((line) => pathOf(line, right, down) + (type === 3 ? 'z' : '')),
        );
        return lines.length === 0 ? '' : `<path ${look} d="${lines.join('')}"/>`;
      })
      .join('');
  const area = (name: string, fill: string): string => paths(name, `fill="${fill}" fill-rule="evenodd"`);
  const line = (name: string, stroke: string, px: number): string =>
    paths(name, `fill="none" stroke="${stroke}" stroke-width="${px}" stroke-linejoin="round"`);

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${colours.water}"/>`,
    area('land', colours.land),
    area('urban', colours.town),
    area('ice', colours.ice),
    line('river', colours.river, 1.5),
    area('water', colours.water),
    line('state', colours.stateLine, 1),
    line('border', colours.border, 1.2),
    ...namesOf(
      shown.flatMap(({ layers, right, down }) => (layers.place ?? []).flatMap((place) => labelOf(place, right, down))),
      { width, height, colours },
    ),
    `<circle cx="${width / 2}" cy="${height / 2}" r="${markRadius}" fill="${colours.accent}" stroke="${colours.ring}" stroke-width="3"/>`,
    '</svg>',
  ].join('');
}

/** Columns and rows of the tiles that the picture touches. */
function tilesBetween(left: number, top: number, width: number, height: number): [column: number, row: number][] {
  const found: [number, number][] = [];
  for (let row = Math.floor(top / tilePx); row * tilePx < top + height; row += 1)
    for (let column = Math.floor(left / tilePx); column * tilePx < left + width; column += 1)
      if (row >= 0 && row < 2 ** zoom) found.push([column, row]);
  return found;
}

const inPicture = (unit: number, offset: number): number => Math.round(((unit / extent) * tilePx + offset) * 10) / 10;

const pathOf = (line: readonly (readonly number[])[], right: number, down: number): string =>
  line.map(([x = 0, y = 0], index) => `${index === 0 ? 'M' : 'L'}${inPicture(x, right)} ${inPicture(y, down)}`).join('');

interface Label {
  readonly name: string;
  readonly rank: number;
  readonly population: number;
  readonly x: number;
  readonly y: number;
}

function labelOf({ geometry, tags, type }: EncodableFeature, right: number, down: number): Label[] {
  const [point] = geometry;
  if (type !== 1 || point === undefined) return [];
  const [x = 0, y = 0] = point as number[];
  const [name, rank, population] = [String(tags?.name), Number(tags?.rank), Number(tags?.population)];
  return [{ name, rank, population, x: inPicture(x, right), y: inPicture(y, down) }];
}

/** The names of the most important places, without those that would touch a larger one, the mark, the caption or the edges. */
function namesOf(labels: readonly Label[], { width, height, colours }: Omit<Area, 'middle'>): string[] {
  const [middleX, middleY] = [width / 2, height / 2];
  const taken = [
    boxAround(middleX, middleY, 2 * faceRadius, 2 * faceRadius),
    { left: 0, right: caption.width, top: height - caption.height, bottom: height },
  ];
  return labels
    .toSorted((one, other) => one.rank - other.rank || other.population - one.population)
    .flatMap(({ name, rank, x, y }) => {
      const size = rank <= 6 ? 15 : 13;
      const [wide, high] = [name.length * size * 0.6 + 8, size + 8];
      // The place of the mark is named below it, or above it where there is no room. Names of other places move away from it to their side.
      const isAtMark = Math.hypot(x - middleX, y - middleY) < 1.5 * faceRadius;
      const away = faceRadius + size / 2 + 4;
      const beside = faceRadius + wide / 2;
      const isOnFace = Math.abs(x - middleX) < beside && Math.abs(y - middleY) < faceRadius + high / 2;
      const boxes = isAtMark
        ? [middleY + away, middleY - away].map((atY) => boxAround(middleX, atY, wide, high))
        : [boxAround(isOnFace ? middleX + Math.sign(x - middleX) * beside : x, y, wide, high)];
      const box = boxes.find(
        (one) =>
          one.left > 0 && one.right < width && one.top > 0 && one.bottom < height && !taken.some((other) => overlap(one, other)),
      );
      if (box === undefined || taken.length > maxNames) return [];
      taken.push(box);
      const [atX, atY] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      const style = `font-size="${size}" font-weight="${rank <= 6 ? 600 : 500}" fill="${colours.placeText}" stroke="${colours.halo}"`;
      return [
        `<text x="${atX}" y="${atY + size * 0.35}" text-anchor="middle" font-family="system-ui, sans-serif" ${style} stroke-width="3" paint-order="stroke">${escaped(name)}</text>`,
      ];
    });
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const boxAround = (x: number, y: number, wide: number, high: number): Box => ({
  left: x - wide / 2,
  right: x + wide / 2,
  top: y - high / 2,
  bottom: y + high / 2,
});

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const escaped = (name: string): string => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
