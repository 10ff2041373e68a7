// A marker without a picture has the colour and the letter that the person has on the page. A pile has two large faces and a dot.
import { expect, test } from 'vitest';
import { mapColours } from '#shared/rules/map-colours.ts';
import { hueNearBrand } from '#shared/rules/no-picture.ts';
import { hueOf } from '#shared/rules/tint.ts';
import { drawMarker, drawPile, type MarkerLook } from './draw-marker.ts';
import { canvasPx } from './marker-picture.ts';
import { facePx } from './piles.ts';

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** True for a face of a pile, false for a disc of one colour. */
  readonly isFace: boolean;
  readonly colour: string;
}

/** Records the colours, letters and circles that are drawn. */
function recorder() {
  const fills: string[] = [];
  const letters: string[] = [];
  const circles: Circle[] = [];
  let centre = { x: 0, y: 0 };
  /** The pill of a number. Its ends are rounded around `from` and `to`. */
  let pill: { from: number; to: number; y: number; height: number } | undefined;
  let widest = 0;
  let path: Pick<Circle, 'x' | 'y' | 'radius'> | undefined;
  const values: Record<string, unknown> = {
    fillRect: () => fills.push(String(values['fillStyle'])),
    fillText: (text: string) => letters.push(text),
    translate: (x: number, y: number) => (centre = { x, y }),
    restore: () => (centre = { x: 0, y: 0 }),
    measureText: (text: string) => ({ width: 7 * text.length }),
    moveTo: (x: number, y: number) => (pill = { from: x, to: x, y, height: 0 }),
    lineTo: (x: number) => pill && (pill = { ...pill, to: x }),
    stroke: () => pill && (pill = { ...pill, height: Math.max(widest, (widest = Number(values['lineWidth']))) }),
    arc: (x: number, y: number, radius: number) => (path = { x: centre.x + x, y: centre.y + y, radius }),
    // A face is clipped to its circle, and painted around its own middle.
    clip: () => centre.x !== 0 && path && circles.push({ ...path, isFace: true, colour: '' }),
    fill: () => path && circles.push({ ...path, isFace: false, colour: String(values['fillStyle']) }),
  };
  const context = new Proxy(values, {
    get: (_, key) => values[String(key)] ?? (() => undefined),
    set: (_, key, value) => ((values[String(key)] = value), true),
  }) as unknown as CanvasRenderingContext2D;
  return {
    fills,
    letters,
    circles,
    context,
    get pill() {
      return pill;
    },
  };
}

const lookOf = (name: string, profileId: string): MarkerLook => ({
  faces: [{ pictureId: null, name, profileId }],
  more: '',
  px: 48,
  isOnline: false,
  isOwn: false,
});

test('the colour follows the id, as on tiles and in lists', () => {
  const id = '0b6f4a52-8d21-4f0e-9c6a-7e0f1f3c2d11';
  const { fills, letters, context } = recorder();
  const colours = mapColours('light', '#a93f16');
  drawMarker(context, lookOf('Éric', id), colours, () => undefined);
  expect(fills).toEqual([colours.paper, `oklch(0.62 0.11 ${hueNearBrand(id, hueOf(colours.accent))})`]);
  expect(letters).toEqual(['É']);
});

test('a marker whose name is empty has a question mark', () => {
  const { letters, context } = recorder();
  drawMarker(context, lookOf('', ''), mapColours('dark', '#ffa27a'), () => undefined);
  expect(letters).toEqual(['?']);
});

const pileOf = (more: string, isOnline = false): MarkerLook => ({
  ...lookOf('', ''),
  faces: ['Ben', 'Cem'].map((name) => ({ pictureId: null, name, profileId: '' })),
  more,
  isOnline,
});

/** The smallest pile, as on a phone. */
const px = 52;
const drawnPile = (more: string, isOnline = false) => {
  const drawn = recorder();
  const colours = mapColours('dark', '#ffa27a');
  drawPile(drawn.context, { ...pileOf(more, isOnline), px }, colours, () => undefined);
  const dot = drawn.circles.find(({ colour }) => colour === colours.online);
  return { ...drawn, dot, faces: drawn.circles.filter(({ isFace }) => isFace) };
};
const ringPx = 2;

test.each(['', '+4'])(
  'both faces of a pile with "%s" more are as large as a single one, and much of the second is seen',
  (more) => {
    const { faces } = drawnPile(more);
    const [back, front] = faces;
    if (!back || !front) throw new Error('too few faces');
    expect(faces).toHaveLength(2);
    for (const { x, y, radius } of faces) {
      expect(2 * (radius + ringPx)).toBeGreaterThanOrEqual(facePx(0));
      expect(Math.hypot(x, y) + radius + ringPx).toBeLessThanOrEqual(canvasPx(px) / 2);
    }
    expect(back.x - front.x).toBeGreaterThanOrEqual(facePx(0) / 3);
  },
);

test.each(['', '+4', '+128'])(
  'the dot for online now is on the edge of a face of a pile with "%s" more, beside the number',
  (more) => {
    expect(drawnPile(more).dot).toBeUndefined();
    const { dot, faces, pill } = drawnPile(more, true);
    if (!dot) throw new Error('no dot');
    const edges = faces.map(({ x, y, radius }) => Math.abs(Math.hypot(dot.x - x, dot.y - y) - radius - ringPx));
    expect(Math.min(...edges)).toBeLessThan(1);
    if (more === '') return expect(pill).toBeUndefined();
    if (!pill) throw new Error('no number');
    const right = Math.max(0, pill.from - dot.x);
    expect(Math.hypot(right, pill.y - dot.y)).toBeGreaterThan(dot.radius + pill.height / 2);
    expect(pill.to + pill.height / 2).toBeLessThanOrEqual(canvasPx(px) / 2);
    expect(pill.y + pill.height / 2).toBeLessThanOrEqual(canvasPx(px) / 2);
  },
);

test('in the dark theme, the rings around faces contrast with the land', () => {
  const { ring, land } = mapColours('dark', '#ffa27a');
  const lightness = (hex: string): number => Number.parseInt(hex.slice(3, 5), 16);
  expect(lightness(ring) - lightness(land)).toBeGreaterThan(50);
});
